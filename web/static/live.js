// Keeps the page in step with the table: by the live stream, or by asking every few seconds when no stream is free.

import "./older.js";

const SILENCE = 30_000; // the server speaks at least every 10 s; three missed words mean that nobody is there
const POLL = 3_000;
const AGAIN = 30_000; // from polling back to a stream
const LEAVING = 3_000; // a page that somebody asked for is on its way, and to load this one anew would call it off
const REST = 500; // after news, buttons that changed under a finger take no tap that was meant for others

const main = document.querySelector("main[data-page]");
const shown = { id: Number(main.dataset.newest), page: main.dataset.page, beside: "" };
const at = main.dataset.at || ""; // below which address stream and state are
const name = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
const link = { stream: null, heard: Date.now(), poll: 0, again: 0 };
let resting = 0;
let left = -LEAVING;

function tell(state) {
  document.getElementById("live").dataset.state = state;
}

function complain(trouble, isAnswer = false) {
  const box = document.getElementById("trouble");
  box.hidden = trouble === null;
  box.classList.toggle("answer", isAnswer);
  if (trouble !== null) {
    box.querySelector("strong").textContent = trouble.what;
    box.querySelector("span").textContent = trouble.cure;
  }
}

function settle(isNews) {
  if (isNews || !document.getElementById("trouble").classList.contains("answer")) {
    complain(null); // what was said to a finger stays until there is news; the log is well again
  }
}

function draw(state) {
  if (state.page !== shown.page) {
    reload();
    return;
  }
  const isNews = state.id !== shown.id;
  shown.beside = state.beside;
  settle(isNews);
  document.getElementById("unsent").hidden = true;
  document.dispatchEvent(new CustomEvent("drawn", { detail: state }));
  for (const [region, html] of Object.entries(state.regions)) {
    const place = main.querySelector(`[data-region="${region}"]`);
    if (place !== null && place.dataset.html !== html) {
      replace(place, html);
    }
  }
  if (isNews) {
    shown.id = state.id;
    document.getElementById("said").textContent = state.said;
    main.classList.remove("news");
    void main.offsetWidth; // so that the same animation may begin again
    main.classList.add("news");
    rest();
  }
}

// The page anew; whoever has just gone elsewhere is let go.
function reload() {
  const rest = left + LEAVING - performance.now();
  if (rest > 0) {
    setTimeout(reload, rest);
  } else {
    location.reload();
  }
}

function rest() {
  clearTimeout(resting);
  main.classList.add("resting");
  resting = setTimeout(() => main.classList.remove("resting"), REST);
}

// A region as it was sent: what a finger has opened meanwhile makes it no other.
function sent(place) {
  const copy = place.cloneNode(true);
  copy.querySelectorAll("details[open]").forEach((part) => part.removeAttribute("open"));
  return copy.innerHTML.trim();
}

function replace(place, html) {
  const before = Array.from(place.querySelectorAll(".total .number"), (number) => number.textContent);
  const first = place.dataset.html === undefined;
  if (!first || sent(place) !== html.trim()) {
    place.innerHTML = html;
  }
  place.dataset.html = html;
  place.querySelectorAll(".player").forEach((player, index) => {
    const number = player.querySelector(".total .number").textContent;
    player.classList.toggle("fresh", before[index] !== undefined && before[index] !== number);
  });
}

function hear() {
  link.heard = Date.now();
}

function open() {
  close();
  const stream = new EventSource(`${at}/events?page=${name}`);
  link.stream = stream;
  hear();
  stream.addEventListener("table", (event) => {
    hear();
    tell("live");
    draw(JSON.parse(event.data));
  });
  stream.addEventListener("beat", hear);
  stream.addEventListener("trouble", (event) => {
    hear();
    complain(JSON.parse(event.data));
  });
  stream.addEventListener("error", () => {
    if (stream === link.stream) {
      tell("lost");
      if (stream.readyState === EventSource.CLOSED) {
        fallBack();
      }
    }
  });
}

function close() {
  clearInterval(link.poll);
  clearTimeout(link.again);
  link.stream?.close();
  link.stream = null;
}

function fallBack() {
  close();
  ask();
  link.poll = setInterval(ask, POLL);
  link.again = setTimeout(open, AGAIN);
}

async function ask() {
  try {
    const answer = await fetch(`${at}/state?since=${shown.id}&beside=${encodeURIComponent(shown.beside)}`, { signal: AbortSignal.timeout(10_000) });
    if (answer.status === 200) {
      draw(await answer.json());
    } else if (answer.status === 503) {
      complain(await answer.json());
    } else if (!answer.ok) {
      throw new Error(answer.statusText);
    } else {
      settle(false);
    }
    if (link.stream === null) {
      tell("polling");
    }
  } catch {
    tell("lost");
  }
}

async function answer(event) {
  const form = event.target;
  event.preventDefault();
  if (form.dataset.sent) {
    return; // a double tap is one tap
  }
  form.dataset.sent = "yes";
  const body = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const reply = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    document.getElementById("unsent").hidden = true;
    await ask();
    if (reply.type !== "opaqueredirect") {
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      const [what, cure] = page.querySelectorAll("main p:not(.detail)");
      complain({ what: what?.textContent ?? reply.statusText, cure: cure?.textContent ?? "" }, true);
    }
  } catch {
    tell("lost");
    document.getElementById("unsent").hidden = false;
  } finally {
    delete form.dataset.sent;
  }
}

function isFresh() {
  return link.stream !== null && Date.now() - link.heard < SILENCE;
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    open(); // a tablet that slept has a dead stream and does not know it
  }
});
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    open();
  }
});
addEventListener("online", open); // the browser itself would wait with the next try
addEventListener("pagehide", close);
addEventListener("beforeunload", () => {
  left = performance.now();
});
setInterval(() => {
  if (link.stream !== null && !isFresh()) {
    tell("lost");
    open();
  }
}, 5_000);
main.addEventListener("submit", answer);
open();
