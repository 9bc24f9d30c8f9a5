// Letters left on a rack are tapped, or laid on the board where the camera reads them; what they are worth is told at once.

import "./older.js";

const form = document.getElementById("leftovers");
const racks = Array.from(document.querySelectorAll(".rack"));
const said = form.dataset;
const read = new Map(); // what the camera read for each rack: its tiles by square

function tell(rack) {
  const values = new Map(Array.from(rack.querySelectorAll("[data-value]"), (b) => [b.dataset.letter, Number(b.dataset.value)]));
  const signs = Array.from(rack.querySelector("input").value.toUpperCase());
  const worth = signs.reduce((sum, sign) => sum + (values.get(sign) ?? 0), 0);
  rack.querySelector(".worth-of").textContent = worth > 0 ? `−${worth}` : "0";
}

function add(rack, sign) {
  rack.querySelector("input").value += sign;
  tell(rack);
}

function listed(tiles) {
  return tiles.map((tile) => `${tile.name} (${tile.square})`).join(", ");
}

// Who laid before may have left the tiles there: if all of them still lie as they did, they are nobody else's.
function leftBehind(rack, answer) {
  const lying = new Set(answer.tiles.map((tile) => tile.square + tile.sign));
  const asked = new Set(answer.asked.map((question) => question.square));
  const isThere = (tile) => lying.has(tile.square + tile.sign) || asked.has(tile.square);
  const others = racks.filter((other) => other !== rack && read.has(other)).map((other) => read.get(other));
  return others.filter((theirs) => theirs.every(isThere)).flat();
}

function drawCut(photo, size, question) {
  const image = new Image();
  const canvas = document.createElement("canvas");
  canvas.className = "cut-out";
  canvas.width = canvas.height = 96;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", said.cut);
  image.onload = () => {
    const side = image.naturalWidth / size;
    canvas.getContext("2d").drawImage(image, (question.column - 0.5) * side, (question.row - 0.5) * side, 2 * side, 2 * side, 0, 0, 96, 96);
  };
  image.src = photo;
  return canvas;
}

function ask(rack, question, answer) {
  const box = document.createElement("div");
  const words = document.createElement("p");
  const choices = document.createElement("div");
  box.className = "asking";
  choices.className = "choices";
  words.className = "what";
  words.id = `asked-${question.square}`;
  words.textContent = question.what;
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-labelledby", words.id);
  for (const choice of question.choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = choice.name.length === 1 ? "choice letter" : "choice";
    button.textContent = choice.name;
    button.addEventListener("click", () => {
      add(rack, choice.sign);
      if (choice.sign !== "") {
        read.get(rack).push({ square: question.square, sign: choice.sign, name: choice.name });
      }
      box.remove();
      (rack.querySelector(".read-asked .choice") ?? rack.querySelector("input")).focus();
    });
    choices.append(button);
  }
  box.append(drawCut(answer.photo, answer.size, question), words, choices);
  return box;
}

function propose(rack, answer) {
  const told = rack.querySelector(".read-told");
  const before = leftBehind(rack, answer);
  const still = new Set(before.map((tile) => tile.square));
  const tiles = answer.tiles.filter((tile) => !still.has(tile.square));
  const asked = answer.asked.filter((question) => !still.has(question.square));
  rack.querySelector(".read-asked").replaceChildren(...asked.map((question) => ask(rack, question, answer)));
  read.set(rack, tiles);
  const words = [];
  if (tiles.length > 0) {
    rack.querySelector("input").value = tiles.map((tile) => tile.sign).join("");
    words.push(said.read.replace("{tiles}", listed(tiles)));
  } else if (asked.length > 0) {
    rack.querySelector("input").value = "";
  } else {
    words.push(said.nothing);
  }
  if (before.length > 0) {
    words.push(said.still.replace("{tiles}", listed(before)));
  }
  told.textContent = words.join(" ");
  tell(rack);
}

async function look(rack, button) {
  const told = rack.querySelector(".read-told");
  button.disabled = true;
  told.textContent = said.looking;
  try {
    const answer = await (await fetch(said.rack, { signal: AbortSignal.timeout(15_000) })).json();
    if (answer.says !== "") {
      told.textContent = answer.says;
    } else {
      propose(rack, answer);
    }
  } catch {
    told.textContent = said.lost;
  }
  button.disabled = false;
}

for (const rack of racks) {
  const line = rack.querySelector("input");
  rack.querySelector(".letters").addEventListener("click", (event) => {
    const letter = event.target.closest("button")?.dataset.letter;
    if (letter === "") {
      line.value = line.value.slice(0, -1);
      tell(rack);
    } else if (letter !== undefined) {
      add(rack, letter);
    }
  });
  rack.querySelector(".read")?.addEventListener("click", (event) => look(rack, event.currentTarget));
  line.addEventListener("input", () => tell(rack));
  tell(rack);
}
document.querySelectorAll(".scripted").forEach((part) => {
  part.hidden = false;
});

form.addEventListener("submit", (event) => {
  const open = form.querySelector(".read-asked .choice");
  if (open !== null) {
    event.preventDefault(); // what the camera could not read is asked, never left out
    open.closest(".rack").querySelector(".read-told").textContent = said.open;
    open.focus();
  } else if (form.dataset.sent) {
    event.preventDefault(); // a double tap is one tap
  } else {
    form.dataset.sent = "yes";
  }
});
addEventListener("pageshow", () => delete form.dataset.sent);
