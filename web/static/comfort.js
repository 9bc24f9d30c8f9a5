// What makes a long evening easier: the clock of the turn, a screen that stays on, and how the camera is.

import { onDevice } from "./kept.js";

const main = document.querySelector("main.table");
const face = document.getElementById("turn-clock");
const clockSwitch = document.getElementById("clock-switch");
const awake = document.getElementById("awake");
const clock = { began: 0, limit: null, runs: false, unsure: "", told: 0, chess: null };

function isWanted() {
  return clock.limit !== null || onDevice.get("clock") === "on";
}

function set(told) {
  clock.began = performance.now() - told.elapsed * 1000;
  clock.limit = told.limit;
  clock.runs = told.runs;
  clock.unsure = told.unsure;
  clock.told = performance.now();
  clock.chess = told.chess;
  tick();
  requestAnimationFrame(tick); // the players are drawn anew just now
}

function shownTime(seconds) {
  const whole = Math.abs(Math.floor(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// The moment in which a time runs out: the page of somebody who comes later tells no news.
function tellOver(was, is) {
  if (is && !was) {
    document.dispatchEvent(new CustomEvent("timeover"));
  }
}

function tickForEach() {
  const gone = (performance.now() - clock.told) / 1000;
  document.querySelectorAll("[data-seat]").forEach((place) => {
    const seat = Number(place.dataset.seat);
    const left = clock.chess.left[seat] - (clock.chess.runs === seat ? gone : 0);
    place.textContent = shownTime(left);
    place.classList.toggle("runs", clock.chess.runs === seat);
    tellOver(place.classList.contains("over") || place.dataset.told === undefined, left < 0);
    place.dataset.told = "yes";
    place.classList.toggle("over", left < 0);
  });
}

function tick() {
  if (clock.chess) {
    tickForEach();
  }
  face.hidden = !isWanted() || !clock.runs;
  clockSwitch?.setAttribute("aria-pressed", String(isWanted()));
  const gone = Math.floor((performance.now() - clock.began) / 1000);
  const shown = clock.limit === null ? gone : Math.max(clock.limit - gone, 0);
  const isOver = clock.limit !== null && gone > clock.limit;
  const about = clock.unsure === "" ? "" : `${clock.limit === null ? "≥" : "≤"} `; // it has lasted longer, by nobody knows what
  face.title = clock.unsure;
  face.textContent = `${about}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
  tellOver(face.classList.contains("over") || gone > clock.limit + 2, isOver);
  face.classList.toggle("over", isOver);
  main.classList.toggle("is-overdue", isOver && clock.runs);
}

async function stayAwake() {
  const told = document.getElementById("awake-told");
  try {
    await navigator.wakeLock.request("screen");
    told.textContent = told.dataset.on;
    awake.setAttribute("aria-pressed", "true");
  } catch {
    told.textContent = told.dataset.off; // not offered here, or refused
  }
}

async function askForTheCamera() {
  const box = document.getElementById("camera");
  try {
    const told = await (await fetch("/condition")).json();
    box.hidden = told.what === "";
    box.className = told.calm ? "note-above" : "trouble"; // who switched the camera off need not be alarmed
    box.querySelector("strong").textContent = told.what;
    box.querySelector("span").textContent = told.cure;
    const corners = document.getElementById("corners-told");
    corners.hidden = told.corners === "";
    if (corners.textContent !== told.corners) {
      corners.textContent = told.corners;
    }
  } catch {
    // the page itself says that the server is gone
  }
}

document.addEventListener("drawn", (event) => event.detail.clock && set(event.detail.clock));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && awake?.getAttribute("aria-pressed") === "true") {
    stayAwake(); // the browser lets go of it whenever the page is hidden
  }
});
clockSwitch?.addEventListener("click", () => {
  onDevice.set("clock", onDevice.get("clock") === "on" ? "off" : "on");
  tick();
});
awake?.addEventListener("click", stayAwake);
for (const button of [clockSwitch, awake]) {
  button?.removeAttribute("disabled"); // from now on it does what it says
}
set(JSON.parse(main.dataset.clock));
setInterval(tick, 500);
askForTheCamera();
setInterval(askForTheCamera, 10_000);
