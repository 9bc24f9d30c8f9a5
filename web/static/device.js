// What a device does for the page where its browser allows it: keep the newest table for when it cannot be reached, and say
// when it is somebody's turn or a question waits.

import { onDevice } from "./kept.js";

const SELDOM = 2_000; // ms between two times the table is kept
const table = document.querySelector("main.table");
const menu = document.getElementById("tell-me");
const told = document.getElementById("tell-told");
const known = { turn: "", open: 0, kept: 0, later: 0 };

function keepTable() {
  const wait = SELDOM - (Date.now() - known.kept);
  clearTimeout(known.later);
  if (wait > 0) {
    known.later = setTimeout(keepTable, wait);
    return;
  }
  known.kept = Date.now();
  navigator.serviceWorker.controller?.postMessage(location.pathname);
}

async function notify(text) {
  const how = { body: text, tag: "table", icon: "/static/icon-192.png" };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await (worker ? worker.showNotification(document.title, how) : new Notification(document.title, how));
  } catch {
    // not allowed, or not any more
  }
}

function tell(state) {
  const me = onDevice.get("me") || "";
  const isMine = me !== "" && state.on_turn === me && known.turn !== me;
  const isAsked = (state.open || 0) > known.open;
  known.turn = state.on_turn;
  known.open = state.open || 0;
  if (me !== "" && document.hidden && (isMine || isAsked)) {
    notify(isMine ? menu.dataset.turn : menu.dataset.question);
  }
}

async function choose(event) {
  const place = event.target.closest("[data-me]");
  if (place === null) {
    return;
  }
  onDevice.set("me", place.dataset.me);
  mark();
  if (place.dataset.me === "") {
    told.textContent = "";
  } else if (globalThis.isSecureContext && globalThis.Notification !== undefined) {
    told.textContent = (await Notification.requestPermission()) === "granted" ? told.dataset.on : told.dataset.off;
  } else {
    told.textContent = told.dataset.plain;
  }
}

function mark() {
  const me = onDevice.get("me") || "";
  menu?.querySelectorAll("[data-me]").forEach((one) => {
    one.setAttribute("aria-pressed", String(one.dataset.me === me));
    one.removeAttribute("disabled"); // from now on it does what it says
  });
}

document.addEventListener("drawn", (event) => {
  if (menu !== null) {
    tell(event.detail);
  }
  if (navigator.serviceWorker?.controller) {
    keepTable();
  }
});
menu?.addEventListener("click", choose);
mark();
if (globalThis.isSecureContext && "serviceWorker" in navigator && table !== null) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // without it the page does what it did
  navigator.serviceWorker.addEventListener("controllerchange", keepTable);
}
