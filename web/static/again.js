// Whoever loads the page again, or comes back to it, sees all of it at once: a browser finds the place where they were on a
// page whose parts have their own heights, and on no other. Sent inside the page: see look.py.
if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") {
  document.documentElement.classList.add("again");
}
