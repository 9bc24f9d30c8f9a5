// Sends a form only while the page can be reached, so that nothing that was written is lost with the network.

const told = document.getElementById("unsent");
const sure = new WeakSet();

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
  } catch {
    told.hidden = false;
  } finally {
    delete form.dataset.asking;
  }
}

document.addEventListener("submit", send, true);
