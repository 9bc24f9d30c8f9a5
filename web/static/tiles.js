// Learns the tiles of the game and edition that are chosen above, even if that board was not shown yet.

const chosen = document.getElementById("which");

for (const form of document.querySelectorAll("form[method=post]:has([name=edition])")) {
  form.addEventListener("submit", () => {
    for (const [name, value] of new FormData(chosen)) {
      form.elements[name].value = value;
    }
  });
}
