// Shows what the camera sees, a few times a second, one picture at a time, with the board as the eye found it upon it,
// and what is wrong with the light.

import "./older.js";
import { follow, offer } from "./corners.js";

const PAUSE = 120;
const PATIENCE = 2_000;
const picture = document.getElementById("seen");
const advice = document.getElementById("advice");
const found = document.getElementById("found");

function judge() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 48];
  const brush = canvas.getContext("2d");
  brush.drawImage(picture, 0, 0, 64, 48);
  const { data } = brush.getImageData(0, 0, 64, 48);
  const greys = [];
  for (let at = 0; at < data.length; at += 4) {
    greys.push(0.3 * data[at] + 0.59 * data[at + 1] + 0.11 * data[at + 2]);
  }
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
  const spread = Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length);
  const white = greys.filter((grey) => grey > 250).length / greys.length;
  if (spread < 6) {
    return "flat";
  }
  if (mean < 50) {
    return "dark";
  }
  return white > 0.04 ? "glare" : "well";
}

function say(place, text) {
  if (place.textContent !== text) {
    place.textContent = text; // only what is new is read aloud
  }
}

function tell(seen) {
  say(found, `${seen.board} ${seen.cure}`.trim());
  found.classList.toggle("amiss", seen.outline === null || seen.corners === "unfit");
  offer(seen.outline === null);
  // The table itself judges the light better; where it says nothing the picture is judged here.
  const told = seen.advice === null ? advice.dataset[judge()] : seen.advice.join("\n");
  say(advice, told === "" ? advice.dataset.well : told);
}

async function whyNothing() {
  try {
    const told = await (await fetch("/condition", { signal: AbortSignal.timeout(5_000) })).json();
    return `${told.what} ${told.cure}`.trim() || advice.dataset.none;
  } catch {
    return advice.dataset.none;
  }
}

async function look() {
  try {
    const answer = await fetch("/preview.jpg", { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
    const seen = JSON.parse(answer.headers.get("Referee-Sees"));
    const blob = await answer.blob();
    URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(blob);
    picture.hidden = false;
    await picture.decode();
    follow(seen.outline);
    tell(seen); // last: who reads that the board is found may show its corners from there
    setTimeout(look, document.hidden ? PATIENCE : PAUSE);
  } catch {
    say(found, await whyNothing());
    say(advice, "");
    setTimeout(look, PATIENCE);
  }
}

if (picture !== null) {
  look();
}
