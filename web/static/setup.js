// Keeps a half-filled form of a new game in this browser, so that it can be finished later.

import { inTab } from "./kept.js";

const form = document.getElementById("setup");
const place = `setup-${form.dataset.game}`;

function fill(fields) {
  const counts = new Map();
  for (const [name, value] of fields) {
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const found = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
    for (const input of found) {
      if (input.type === "radio") {
        input.checked = input.value === value;
      }
    }
    if (found[nth]?.type === "text") {
      found[nth].value = value;
    }
  }
}

function keep() {
  const fields = [...new FormData(form)].filter(([name]) => !["token", "after", "kind"].includes(name));
  inTab.write(place, fields);
}

// A page that a slow machine sends may be written into before this runs: that counts, not what was kept before.
function isTouched() {
  return [...form.querySelectorAll("input")].some((input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue);
}

if (isTouched()) {
  keep();
} else if (document.querySelector("main [role=alert]") === null && location.search === "") {
  fill(inTab.read(place) ?? []);
}
form.addEventListener("input", keep);
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) {
    event.preventDefault(); // a double tap is one tap
  }
  form.dataset.sent = "yes";
  inTab.delete(place);
});
addEventListener("pageshow", () => delete form.dataset.sent);
