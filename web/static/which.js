// Offers the editions that the chosen game was sold in, and none where there is only one.

const game = document.querySelector("select.which");
const offered = document.getElementById("editions");

function offer() {
  const editions = game.selectedOptions[0].dataset.editions.split(" ");
  offered.hidden = editions.length < 2;
  const chosen = offered.querySelector("input:checked");
  if (!editions.includes(chosen.value)) {
    offered.querySelector(`input[value="${editions[0]}"]`).checked = true;
  }
}

game.addEventListener("change", offer);
addEventListener("pageshow", offer); // a browser that goes back keeps the game that was chosen
