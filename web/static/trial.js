// Follows the trial of button and lamp: which pattern is shown now, and whether the button was pressed.

import "./older.js";

const PAUSE = 400;
const list = document.getElementById("lights");
const pressed = document.getElementById("pressed");

function say(text) {
  if (pressed.textContent !== text) {
    pressed.textContent = text; // only what is new is read aloud
  }
}

function tell(state) {
  for (const item of list.children) {
    if (item.dataset.light === state.light) {
      item.setAttribute("aria-current", "step");
    } else {
      item.removeAttribute("aria-current");
    }
  }
  if (list.dataset.button !== "") {
    pressed.classList.toggle("right-board", state.pressed);
    const waiting = state.light === "" ? pressed.dataset.no : pressed.dataset.wait;
    say(state.pressed ? pressed.dataset.yes : waiting);
  }
}

async function look() {
  let isOver = false;
  try {
    const state = await (await fetch("/trial/state", { signal: AbortSignal.timeout(5_000) })).json();
    tell(state);
    isOver = state.light === "";
  } catch {
    // the network is gone for a moment
  }
  if (!isOver) {
    setTimeout(look, PAUSE);
  }
}

if (list !== null && list.dataset.light !== "") {
  look();
}
