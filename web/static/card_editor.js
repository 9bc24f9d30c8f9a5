// Writes a play with cards on a bare table: the whole word is typed, and where it fits on the cards that lie there is
// found; what is sent is the line of places and cards below it.

import "./older.js";

const [WIDTH, HEIGHT, FRAME, RIM, MARGIN] = [40, 56, 600, 20, 15]; // as in web/drawing/card_drawing.py
const LEAST = [5, 3];
const main = document.querySelector("main.editor");
const board = document.getElementById("board");
const cards = document.getElementById("cards");
const pad = document.getElementById("pad");
const line = document.getElementById("tiles");
const tells = document.getElementById("cursor-at");
const word = document.getElementById("word");
const fit = document.getElementById("fit");
const elsewhere = document.getElementById("elsewhere");
const laid = document.getElementById("laid");
const cursor = document.getElementById("cursor");
const list = document.getElementById("new-cards");
const ways = [...pad.querySelectorAll("[name=way]")];
const values = JSON.parse(pad.dataset.values);
const STEPS = { across: [1, 0], down: [0, 1] };

const old = new Map(); // cell -> the letter that may be built on
const spent = [];
for (const card of cards.querySelectorAll(".card-lying")) {
  if (card.classList.contains("spent")) {
    spent.push(card.dataset.square);
  } else {
    old.set(card.dataset.square, card.dataset.letter);
  }
}
const signs = new Map(); // cell -> a new card: its letter, whether it is a joker, its mark, a value that is printed otherwise
const state = { anchor: null, way: "", places: [], place: 0, isChosen: false };

function nameOf(column, row) {
  return `${column},${row}`;
}

function placeOf(name) {
  return name.split(",").map(Number);
}

function part(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.textContent = text;
  return element;
}

// where a word fits

function cellsOf(start, way, count) {
  const [right, down] = STEPS[way];
  const [column, row] = placeOf(start);
  return Array.from({ length: count }, (_, n) => nameOf(column + n * right, row + n * down));
}

function isFree(start, way, count) {
  const [before, ...rest] = cellsOf(nameOf(placeOf(start)[0] - STEPS[way][0], placeOf(start)[1] - STEPS[way][1]), way, count + 2);
  return !old.has(before) && !old.has(rest[rest.length - 1]);
}

function fits(text, start, way) {
  const cells = cellsOf(start, way, text.length);
  const taken = cells.filter((cell) => old.has(cell));
  const isBuilt = taken.length > 0 || old.size === 0 || state.anchor === start;
  const agrees = cells.every((cell, n) => !old.has(cell) || old.get(cell) === text[n]);
  return isBuilt && agrees && taken.length < text.length && isFree(start, way, text.length);
}

function starts(text, way) {
  const [right, down] = STEPS[way];
  if (old.size === 0) {
    return ["0,0"];
  }
  const isOnCard = state.anchor !== null && old.has(state.anchor);
  const found = new Set(state.anchor === null || isOnCard ? [] : [state.anchor]); // an empty place is where a word begins
  for (const cell of isOnCard ? [state.anchor] : old.keys()) {
    const [column, row] = placeOf(cell);
    [...text].forEach((letter, n) => letter === old.get(cell) && found.add(nameOf(column - n * right, row - n * down)));
  }
  return [...found];
}

function across() {
  const rows = new Set([...old.keys()].map((cell) => placeOf(cell)[1]));
  return old.size > 1 && rows.size === 1 ? ["down", "across"] : ["across", "down"]; // a word is mostly laid across the old one
}

function search(text) {
  const tried = state.way === "" ? across() : [state.way];
  const found = tried.flatMap((way) => starts(text, way).filter((start) => fits(text, start, way)).map((start) => ({ start, way })));
  return found.sort((one, other) => taken(other, text) - taken(one, text)); // a word that makes an old one longer is meant so
}

function taken({ start, way }, text) {
  return cellsOf(start, way, text.length).filter((cell) => old.has(cell)).length;
}

function isTold(text) {
  const [first, second] = state.places; // what others keep depends on the card that a word is built on
  const isLonely = second === undefined || old.size === 0;
  return state.isChosen || state.anchor !== null || isLonely || taken(first, text) > taken(second, text);
}

function typed() {
  return word.value.toUpperCase().replace(/\s/gu, "");
}

function lay() {
  const text = typed();
  state.places = text.length > 1 ? search(text) : [];
  state.place = Math.min(state.place, Math.max(state.places.length - 1, 0));
  const place = isTold(text) ? state.places[state.place] : undefined;
  const before = new Map(signs);
  signs.clear();
  if (place) {
    cellsOf(place.start, place.way, text.length).forEach((cell, n) => {
      if (!old.has(cell)) {
        const known = before.get(cell);
        signs.set(cell, known?.letter === text[n] ? known : { letter: text[n], joker: text[n] === "_", mark: 1, value: "" });
      }
    });
  }
  writeLine();
  show(text, place);
}

function show(text, place) {
  const strange = [...text].find((letter) => letter !== "_" && !(letter in values));
  const fresh = [...signs.values()].map((card) => card.letter).join(", ");
  let told = "";
  if (strange !== undefined) {
    told = fit.dataset.strange.replace("{letter}", strange);
  } else if (place) {
    told = fit.dataset.fits.replace("{cards}", fresh);
    if (state.places.length > 1) {
      told += ` ${fit.dataset.place.replace("{n}", state.place + 1).replace("{count}", state.places.length)}`;
    }
  } else if (state.places.length > 1) {
    told = fit.dataset.several.replace("{count}", state.places.length);
  } else if (text.length > 1) {
    told = (isThere(text) ? fit.dataset.nothing : fit.dataset.none).replace("{word}", text);
  }
  fit.textContent = told;
  fit.classList.toggle("wrong", told !== "" && (!place || strange !== undefined));
  elsewhere.hidden = state.places.length < 2;
  for (const way of ways) {
    way.checked = way.value === (place?.way ?? state.way);
  }
}

function isThere(text) {
  return Object.keys(STEPS).some((way) => [...old.keys()].some((start) => cellsOf(start, way, text.length).every((cell, n) => old.get(cell) === text[n])));
}

// the line that is sent

function written(card) {
  const letter = card.joker ? card.letter.toLowerCase() : card.letter;
  return letter + (card.mark > 1 ? card.mark : "") + (card.value === "" ? "" : `{${card.value}}`);
}

function inOrder() {
  return [...signs].sort(([one], [other]) => placeOf(one)[1] - placeOf(other)[1] || placeOf(one)[0] - placeOf(other)[0]);
}

function writeLine() {
  line.value = inOrder().map(([cell, card]) => `${cell}=${written(card)}`).join(" ");
  line.dispatchEvent(new Event("change", { bubbles: true }));
  draw();
  listCards();
}

function readLine() {
  signs.clear();
  for (const [, cell, letter, mark, value] of line.value.matchAll(/(-?\d+,-?\d+)=(\p{L}|_)([23]?)(?:\{(\d+)\})?/gu)) {
    const isJoker = letter === "_" || letter !== letter.toUpperCase();
    signs.set(cell, { letter: letter.toUpperCase(), joker: isJoker, mark: Number(mark || 1), value: value ?? "" });
  }
  draw();
  listCards();
}

// the word that a line makes, when a play is opened to be put right

function reread() {
  const cells = inOrder().map(([cell]) => cell);
  if (cells.length === 0) {
    return;
  }
  const letters = new Map([...old, ...[...signs].map(([cell, card]) => [cell, card.letter])]);
  const runs = Object.keys(STEPS).map((way) => runOf(cells[0], way, letters));
  const run = runs.find((one) => cells.every((cell) => one.cells.includes(cell))) ?? runs[0];
  const longest = cells.length === 1 && runs[1].cells.length > runs[0].cells.length ? runs[1] : run;
  word.value = longest.cells.map((cell) => letters.get(cell)).join("");
  state.way = longest.way;
  if (!old.has(longest.cells[0])) {
    state.anchor = longest.cells[0];
  }
  for (const way of ways) {
    way.checked = way.value === state.way;
  }
}

function runOf(cell, way, letters) {
  const [right, down] = STEPS[way];
  let [column, row] = placeOf(cell);
  while (letters.has(nameOf(column - right, row - down))) {
    [column, row] = [column - right, row - down];
  }
  const cells = [];
  while (letters.has(nameOf(column, row))) {
    cells.push(nameOf(column, row));
    [column, row] = [column + right, row + down];
  }
  return { way, cells };
}

// the drawing

function drawn(cell, card) {
  const [column, row] = placeOf(cell);
  const group = part("g", { class: `card-lying new ${card.joker ? "joker" : "letter"}`, transform: `translate(${column * WIDTH} ${row * HEIGHT})` });
  group.append(part("use", { href: "#card", width: WIDTH, height: HEIGHT }));
  if (card.joker) {
    group.append(part("use", { href: "#jester", class: "jester" }), part("circle", { class: "blank-ring", cx: 20, cy: 32, r: 12 }));
    group.append(part("text", { class: "letter", x: 20, y: 38 }, card.letter === "_" ? "?" : card.letter));
  } else {
    group.append(part("text", { class: "letter", x: 20, y: 36 }, card.letter));
    group.append(part("text", { class: "value", x: 35.5, y: 50 }, card.value === "" ? values[card.letter] ?? "" : card.value));
  }
  if (card.mark > 1) {
    group.append(part("circle", { class: "card-mark", cx: 9.5, cy: 45.5, r: 7 }), part("text", { class: "card-times", x: 9.5, y: 48.8 }, `${card.mark}x`));
  }
  group.append(part("rect", { class: "mark-new", x: 1, y: 1, width: 38, height: 53.5, rx: 4 }));
  return group;
}

function span(numbers, least) {
  const [first, last] = [Math.min(...numbers) - 1, Math.max(...numbers) + 1]; // a row of free places all around
  const missing = Math.max(least - (last - first + 1), 0);
  return [first - missing / 2, last - first + 1 + missing];
}

function label(places) {
  cards.querySelectorAll(".cell-label").forEach((one) => one.remove());
  const [columns, rows] = [0, 1].map((axis) => [...new Set(places.map((place) => place[axis]))]);
  const [left, top] = [Math.min(...columns) * WIDTH - 7.5, Math.min(...rows) * HEIGHT - 4.5];
  const written = (text, x, y) => part("text", { class: "cell-label", "aria-hidden": "true", x, y }, text);
  cards.prepend(
    ...columns.map((column) => written(column, (column + 0.5) * WIDTH, top)),
    ...rows.map((row) => written(row, left, (row + 0.5) * HEIGHT + 3)),
  );
}

function draw() {
  const cells = [...old.keys(), ...spent, ...signs.keys(), ...(state.anchor === null ? [] : [state.anchor])];
  const places = cells.length > 0 ? cells.map(placeOf) : [[0, 0]];
  const [column, columns] = span(places.map((place) => place[0]), LEAST[0]);
  const [row, rows] = span(places.map((place) => place[1]), LEAST[1]);
  const scale = (FRAME - 2 * RIM) / Math.max(columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN);
  const [x, y] = [FRAME / 2 - scale * (column + columns / 2) * WIDTH, FRAME / 2 - scale * (row + rows / 2) * HEIGHT];
  cards.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  label([...old.keys(), ...spent, ...signs.keys()].map(placeOf));
  laid.replaceChildren(...inOrder().map(([cell, card]) => drawn(cell, card)));
  cursor.toggleAttribute("hidden", state.anchor === null);
  if (state.anchor !== null) {
    const [at, down] = placeOf(state.anchor);
    cursor.setAttribute("x", at * WIDTH);
    cursor.setAttribute("y", down * HEIGHT);
  }
}

// what stands on each new card

function listCards() {
  const rows = inOrder().map(([cell, card]) => rowOf(cell, card));
  list.replaceChildren(...rows);
}

function rowOf(cell, card) {
  const row = document.getElementById("new-card").content.firstElementChild.cloneNode(true);
  const [joker, mark, worth] = [".as-joker", ".bears", ".on-it"].map((one) => row.querySelector(one));
  row.querySelector(".t").textContent = card.letter === "_" ? "?" : card.letter;
  row.setAttribute("aria-label", card.letter);
  joker.checked = card.joker;
  mark.value = String(card.mark);
  worth.value = card.value;
  worth.placeholder = String(values[card.letter] ?? "");
  mark.disabled = worth.disabled = card.joker;
  row.addEventListener("input", () => {
    card.joker = joker.checked;
    card.mark = card.joker ? 1 : Number(mark.value);
    mark.disabled = worth.disabled = card.joker;
    const number = worth.value.replace(/\D/gu, "");
    card.value = card.joker || number === String(values[card.letter]) ? "" : number;
    line.value = inOrder().map(([place, one]) => `${place}=${written(one)}`).join(" ");
    draw();
  });
  return row;
}

// finger, mouse and keys

function choose(cell) {
  const isAgain = cell === state.anchor;
  state.anchor = cell;
  state.place = 0;
  if (isAgain) {
    state.way = (state.places[0]?.way ?? state.way) === "down" ? "across" : "down";
  }
  const lying = old.has(cell) ? `${old.get(cell)}, ${tells.dataset.old}` : tells.dataset.empty;
  tells.textContent = `${cell}: ${signs.get(cell)?.letter ?? lying}`;
  lay();
}

board.addEventListener("click", (event) => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(cards.getScreenCTM().inverse());
  choose(nameOf(Math.floor(at.x / WIDTH), Math.floor(at.y / HEIGHT)));
});

board.addEventListener("keydown", (event) => {
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const [column, row] = placeOf(state.anchor ?? [...old.keys()][0] ?? "0,0");
  if (moves[event.key]) {
    event.preventDefault();
    const [right, down] = state.anchor === null ? [0, 0] : moves[event.key];
    choose(nameOf(column + right, row + down));
  } else if (event.key === " ") {
    event.preventDefault();
    choose(nameOf(column, row));
  }
});

word.addEventListener("input", () => {
  Object.assign(state, { place: 0, isChosen: false });
  lay();
});
word.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault(); // first see where it lies, then save
    word.blur();
  }
});
elsewhere.addEventListener("click", () => {
  state.place = isTold(typed()) ? (state.place + 1) % state.places.length : 0;
  state.isChosen = true;
  lay();
});
for (const way of ways) {
  way.addEventListener("click", () => {
    state.way = way.value;
    state.place = 0;
    lay();
  });
}
line.addEventListener("input", readLine);

document.getElementById("draft").addEventListener("submit", (event) => {
  if (event.target.dataset.sent) {
    event.preventDefault(); // a double tap is one tap
  }
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => delete document.getElementById("draft").dataset.sent);

cursor.setAttribute("height", HEIGHT);
cards.append(laid, cursor);
readLine();
reread();
draw();
main.classList.add("is-scripted");
