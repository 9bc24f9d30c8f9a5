// Keeps a play that is being written in this browser, so that a reload loses nothing, and tells what it would score.

import { inTab } from "./kept.js";
import "./older.js";

const PAUSE = 250; // ms after a letter before it is asked what it scores: who types fast asks once
const form = document.getElementById("draft");
const line = document.getElementById("tiles");
const told = document.getElementById("preview");
const place = `draft-${form.dataset.kept}`;
const asking = { timer: 0, number: 0 };

function keep() {
  const player = new FormData(form).get("player");
  inTab.write(place, { tiles: line.value, player });
}

// What the server sends back with a complaint, or what the camera read, is newer than what was kept.
function restore() {
  const kept = inTab.read(place);
  if (kept === null || document.querySelector("main [role=alert]") !== null || location.search !== "") {
    return;
  }
  if (line.value === line.defaultValue) {
    line.value = kept.tiles;
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const pick of form.querySelectorAll("input[type=radio][name=player]")) {
    pick.checked = kept.player === null ? pick.checked : pick.value === kept.player;
  }
}

async function preview() {
  asking.number += 1;
  const { number } = asking;
  const query = new URLSearchParams([...new FormData(form)].filter(([name]) => name !== "token"));
  let answer = { says: "", stands: true };
  try {
    if (line.value.trim() !== "") {
      answer = await (await fetch(`${told.dataset.from}?${query}`, { signal: AbortSignal.timeout(5_000) })).json();
    }
  } catch {
    // it is told when it is saved
  }
  if (number === asking.number) {
    told.textContent = answer.says;
    told.classList.toggle("wrong", !answer.stands);
  }
}

function changed() {
  keep();
  if (told !== null) {
    clearTimeout(asking.timer);
    asking.timer = setTimeout(preview, PAUSE);
  }
}

restore();
form.addEventListener("input", changed);
form.addEventListener("change", changed);
form.addEventListener("submit", () => inTab.delete(place));
document.getElementById("leave").addEventListener("click", () => inTab.delete(place));
if (told !== null) {
  preview();
}
