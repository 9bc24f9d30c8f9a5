// Sends a form only while the page can be reached, so that nothing that was written is lost with the network.

import "./older.js";

const told = document.getElementById("unsent");
const sure = new WeakSet();
const LEAVING = 2_000; // the next page is on its way, and a second tap is no second wish

async function send(event) {
  const form = event.target;
  const method = event.submitter?.formMethod || form.method; // a button may send a form its own way
  if (method !== "post" || sure.delete(form)) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (form.dataset.asking) {
    return; // a double tap is one tap
  }
  form.dataset.asking = "yes";
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5_000) });
    told.hidden = true;
    sure.add(form);
    form.requestSubmit(event.submitter);
    setTimeout(() => delete form.dataset.asking, LEAVING);
  } catch {
    told.hidden = false;
    delete form.dataset.asking;
  }
}

function stay(event) {
  if (event.defaultPrevented) {
    delete event.target.dataset.asking; // the page itself held it back, and may be asked again
  }
}

document.addEventListener("submit", send, true);
document.addEventListener("submit", stay);
