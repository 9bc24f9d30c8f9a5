// Lets the camera look again and again while the board is laid, until every tile lies as it should.

import "./older.js";

const PAUSE = 1_500;
const PATIENCE = 4_000;
const form = document.getElementById("check");
const parts = ["checked", "boards"];
let timer = null;

function put(fresh, id) {
  const old = document.getElementById(id);
  const text = fresh.getElementById(id).innerHTML;
  if ((old.dataset.text ?? old.innerHTML) !== text) {
    old.dataset.text = text; // what has not changed is not read aloud again
    old.innerHTML = text;
  }
}

async function look() {
  clearTimeout(timer);
  let pause = PAUSE;
  try {
    const answer = await fetch(`${form.action}?check=yes`, { signal: AbortSignal.timeout(15_000) });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    parts.forEach((id) => put(fresh, id));
    if (fresh.querySelector(".right-board") !== null) {
      return;
    }
  } catch {
    pause = PATIENCE; // the network is gone for a moment; the button is still there
  }
  timer = setTimeout(look, document.hidden ? PATIENCE : pause);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});
// Who pressed before this ran was sent a page that was looked at once: from there it goes on.
if (new URLSearchParams(location.search).has("check") && document.querySelector(".right-board") === null) {
  timer = setTimeout(look, PAUSE);
}
