// Ticks the steps of setting up that were left by Next, in this browser.

import { onDevice } from "./kept.js";

const nav = document.getElementById("set-up");
const links = Array.from(nav.querySelectorAll("a"));
const done = new Set(onDevice.read("set-up") ?? []);

document.getElementById("next-step")?.addEventListener("click", () => {
  done.add(location.pathname);
  onDevice.write("set-up", [...done]);
});
for (const link of links.filter((one) => done.has(one.pathname))) {
  link.classList.add("is-done");
  link.setAttribute("aria-label", `${link.textContent.trim()}, ${nav.dataset.done}`);
}
const last = document.getElementById("all-set");
if (last !== null) {
  last.hidden = !links.slice(0, -1).every((link) => done.has(link.pathname));
}
