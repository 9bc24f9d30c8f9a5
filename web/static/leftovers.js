// Letters left on a rack are tapped; each tap is a tile, and what they are worth is told at once.

function tell(rack) {
  const values = new Map(Array.from(rack.querySelectorAll("[data-value]"), (b) => [b.dataset.letter, Number(b.dataset.value)]));
  const signs = Array.from(rack.querySelector("input").value.toUpperCase());
  rack.querySelector(".worth-of").textContent = `−${signs.reduce((sum, sign) => sum + (values.get(sign) ?? 0), 0)}`;
}

for (const rack of document.querySelectorAll(".rack")) {
  const line = rack.querySelector("input");
  rack.querySelector(".letters").hidden = false;
  rack.querySelector(".letters").addEventListener("click", (event) => {
    const letter = event.target.closest("button")?.dataset.letter;
    if (letter !== undefined) {
      line.value = letter === "" ? line.value.slice(0, -1) : line.value + letter;
      tell(rack);
    }
  });
  line.addEventListener("input", () => tell(rack));
  tell(rack);
}

document.getElementById("leftovers").addEventListener("submit", (event) => {
  if (event.target.dataset.sent) {
    event.preventDefault(); // a double tap is one tap
  }
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => delete document.getElementById("leftovers").dataset.sent);
