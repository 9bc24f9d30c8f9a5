// Follows a word list in the making, once a second, and shows the page anew when it is over; says what is too large.

import "./older.js";

const EVERY = 1_000;
const PATIENCE = 4_000;
const place = document.getElementById("work");
const form = document.getElementById("upload");

const shown = () => place.querySelector(".making");
const isRunning = () => shown()?.dataset.state === "running";

function show(page) {
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector(".making");
  if (fresh?.dataset.state !== "running") {
    location.replace("/lists"); // the lists themselves have changed, too
    return false;
  }
  if (fresh.dataset.steps !== shown().dataset.steps) {
    shown().replaceWith(fresh); // a new step is read out, the seconds are not
  } else {
    shown().querySelector(".elapsed").textContent = fresh.querySelector(".elapsed").textContent;
  }
  return true;
}

async function follow() {
  try {
    const answer = await fetch("/lists/work", { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
    if (show(await answer.text())) {
      setTimeout(follow, EVERY);
    }
  } catch {
    setTimeout(follow, PATIENCE);
  }
}

if (isRunning()) {
  setTimeout(follow, EVERY);
}

form?.addEventListener("submit", (event) => {
  const [file] = form.elements.file.files;
  const told = document.getElementById("too-large");
  told.hidden = !(file?.size > Number(form.dataset.largest));
  if (!told.hidden) {
    event.preventDefault();
    told.textContent = form.dataset.tooLarge;
  }
});
