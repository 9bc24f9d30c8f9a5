// The button that prints the protocol, or saves it as a PDF: every browser can do both. And what takes a moment to be
// made says so: it is asked for once, kept by the page's server, and then taken at once.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());

for (const link of document.querySelectorAll("a[data-slow]")) {
  const name = link.textContent;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (link.getAttribute("aria-busy") === "true") return;
    link.setAttribute("aria-busy", "true");
    link.textContent = link.dataset.slow;
    const done = () => {
      link.removeAttribute("aria-busy");
      link.textContent = name;
      location.href = link.href;
    };
    fetch(link.href).then(done, done);
  });
}
