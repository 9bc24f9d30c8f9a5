// Writes a play on the board with finger, mouse or keys; what is sent is the line of squares and letters below it.

import "./older.js";

const UNIT = 40;
const SPAN = 9.5 * UNIT; // the part of the board that is shown larger: its squares are 37 px on a telephone
const ROOMY = 30; // px along a square's side from which on a finger meets it
const main = document.querySelector("main.editor");
const size = Number(main.dataset.size);
const isMany = main.dataset.many !== undefined; // a whole board, on which several stop tiles lie
const board = document.getElementById("board");
const line = document.getElementById("tiles");
const tells = document.getElementById("cursor-at");
const old = new Map();
for (const tile of board.querySelectorAll(".tile")) {
  old.set(tile.dataset.square, tile.querySelector(".letter")?.textContent ?? tells.dataset.stop);
}
const signs = new Map(); // square -> what the line says of it: "L", "l" a blank, "/L" on an arrow, "#" a stop tile
const cursor = { row: -1, column: -1, down: false };
const whole = board.getAttribute("viewBox").split(" ").map(Number);
const larger = document.getElementById("larger");
const view = { isLarge: false, x: 0, y: 0 };
let pressed = ""; // the square on which the cursor was when a finger came down, before the focus moved it

function nameOf(row, column) {
  return String.fromCharCode(65 + column) + (row + 1);
}

function placeOf(name) {
  return { row: Number(name.slice(1)) - 1, column: name.charCodeAt(0) - 65 };
}

function readLine() {
  signs.clear();
  for (const part of line.value.trim().split(/\s+/u).filter(Boolean)) {
    const [square, sign] = part.split("=");
    if (/^[A-Za-z]\d+$/u.test(square) && sign) {
      signs.set(square.toUpperCase(), sign);
    }
  }
  draw();
}

function writeLine() {
  const inOrder = [...signs].sort(([one], [other]) => {
    const a = placeOf(one);
    const b = placeOf(other);
    return a.row - b.row || a.column - b.column;
  });
  line.value = inOrder.map(([square, sign]) => `${square}=${sign}`).join(" ");
  line.dispatchEvent(new Event("change", { bubbles: true }));
  draw();
}

function part(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.textContent = text;
  return element;
}

function isTile(sign) {
  return !["#", ">", "^"].includes(sign);
}

function drawn(square, sign) {
  const { row, column } = placeOf(square);
  const letter = sign.replace("/", "");
  const isBlank = letter === "_" || letter !== letter.toUpperCase();
  const kind = sign === "#" ? "stop" : isBlank ? "blank" : "letter";
  const group = part("g", { class: `tile new ${kind}`, transform: `translate(${column * UNIT} ${row * UNIT})` });
  group.append(part("use", { href: "#tile", width: UNIT, height: UNIT }));
  if (sign === "#") {
    group.append(part("path", { class: "cross", d: "M12 11l16 16M28 11l-16 16" }));
  } else {
    if (isBlank) {
      group.append(part("circle", { class: "blank-ring", cx: 20, cy: 19, r: 14.5 }));
    }
    group.append(part("text", { class: "letter", x: 20, y: 28 }, letter === "_" ? "?" : letter.toUpperCase()));
  }
  if (sign.startsWith("/")) {
    group.append(part("path", { class: "arrow", d: "M5 29v5h7m-3-3l3 3-3 3" }));
  }
  group.append(part("rect", { class: "mark-new", x: 1.5, y: 1, width: 37, height: 38, rx: 5 }));
  return group;
}

function draw() {
  const shown = [...signs].filter(([, sign]) => isTile(sign) || sign === "#");
  document.getElementById("laid").replaceChildren(...shown.map(([square, sign]) => drawn(square, sign)));
  const isSet = cursor.row >= 0;
  const frame = document.getElementById("cursor");
  const way = document.getElementById("way");
  frame.toggleAttribute("hidden", !isSet);
  way.toggleAttribute("hidden", !isSet);
  if (isSet) {
    const [x, y] = [cursor.column * UNIT, cursor.row * UNIT];
    frame.setAttribute("x", x);
    frame.setAttribute("y", y);
    way.setAttribute("transform", cursor.down ? `translate(${x + 20} ${y + 38}) rotate(90)` : `translate(${x + 38} ${y + 20})`);
  }
}

function isRoomy() {
  return (board.getBoundingClientRect().width / whole[2]) * UNIT >= ROOMY;
}

// Two squares round the cursor are always to be seen, as far as the board goes.
function follow() {
  const among = (value, least, most) => Math.min(Math.max(value, least), most);
  const end = whole[0] + whole[2] - SPAN;
  const [x, y] = [cursor.column * UNIT, cursor.row * UNIT];
  view.x = among(among(view.x, x + 3 * UNIT - SPAN, x - 2 * UNIT), whole[0], end);
  view.y = among(among(view.y, y + 3 * UNIT - SPAN, y - 2 * UNIT), whole[1], end);
  board.setAttribute("viewBox", view.isLarge ? `${view.x} ${view.y} ${SPAN} ${SPAN}` : whole.join(" "));
  larger.setAttribute("aria-pressed", String(view.isLarge));
}

function enlarge(isLarge) {
  view.isLarge = isLarge;
  ready();
  [view.x, view.y] = [cursor.column * UNIT - SPAN / 2, cursor.row * UNIT - SPAN / 2];
  follow();
}

function tell() {
  const square = nameOf(cursor.row, cursor.column);
  const sign = signs.get(square);
  let what = tells.dataset.empty;
  if (old.has(square)) {
    what = `${old.get(square)}, ${tells.dataset.old}`;
  } else if (sign === "#") {
    what = tells.dataset.stop;
  } else if (sign) {
    what = sign === sign.toUpperCase() ? sign : `${sign.toUpperCase()}, ${tells.dataset.blank}`;
  }
  tells.textContent = `${square}: ${what}`;
}

function go(row, column) {
  cursor.row = Math.min(Math.max(row, 0), size - 1);
  cursor.column = Math.min(Math.max(column, 0), size - 1);
  follow();
  draw();
  tell();
}

function step(back = false) {
  const by = back ? -1 : 1;
  go(cursor.row + (cursor.down ? by : 0), cursor.column + (cursor.down ? 0 : by));
}

function here() {
  return nameOf(cursor.row, cursor.column);
}

function ready() {
  if (cursor.row < 0) {
    const middle = Math.floor(size / 2);
    go(middle, middle);
  }
  return !old.has(here());
}

function lay(letter) {
  const asBlank = document.getElementById("as-blank");
  while (ready() === false && (cursor.down ? cursor.row : cursor.column) < size - 1) {
    step(); // over what lies there already
  }
  if (!ready()) {
    return;
  }
  const isBlank = asBlank?.getAttribute("aria-pressed") === "true";
  signs.set(here(), isBlank ? letter.toLowerCase() : letter);
  asBlank?.setAttribute("aria-pressed", "false");
  writeLine();
  step();
}

function erase() {
  if (!ready() || !signs.has(here())) {
    step(true);
  }
  signs.delete(here());
  writeLine();
  tell();
}

function latest() {
  return signs.has(here()) ? here() : nameOf(cursor.row - (cursor.down ? 1 : 0), cursor.column - (cursor.down ? 0 : 1));
}

function turnHere() {
  const square = latest();
  const sign = signs.get(square);
  if (sign && isTile(sign)) {
    signs.set(square, sign.startsWith("/") ? sign.slice(1) : `/${sign}`);
    cursor.down = !cursor.down;
    const { row, column } = placeOf(square);
    go(row + (cursor.down ? 1 : 0), column + (cursor.down ? 0 : 1));
    writeLine();
  }
}

function stopHere() {
  if (ready()) {
    for (const [square, sign] of [...signs]) {
      if (sign === "#" && !isMany) {
        signs.delete(square);
      }
    }
    signs.set(here(), "#");
    writeLine();
    step();
  }
}

const KEYS = {
  ArrowLeft: () => go(cursor.row, cursor.column - 1),
  ArrowRight: () => go(cursor.row, cursor.column + 1),
  ArrowUp: () => go(cursor.row - 1, cursor.column),
  ArrowDown: () => go(cursor.row + 1, cursor.column),
  Backspace: erase,
  Delete: erase,
  "/": turnHere,
  "#": stopHere,
  " ": () => {
    cursor.down = !cursor.down;
    draw();
  },
};

const letters = new Set(Array.from(main.querySelectorAll("[data-letter]"), (button) => button.dataset.letter));

board.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const letter = event.key.toUpperCase();
  if (KEYS[event.key]) {
    event.preventDefault();
    ready();
    KEYS[event.key]();
  } else if (event.key.length === 1 && letters.has(letter)) {
    event.preventDefault();
    lay(letter);
  }
});

board.addEventListener("focus", ready);

board.addEventListener("pointerdown", () => {
  pressed = cursor.row < 0 ? "" : here();
});

board.addEventListener("click", (event) => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  const [row, column] = [Math.floor(at.y / UNIT), Math.floor(at.x / UNIT)];
  if (row >= 0 && column >= 0 && row < size && column < size) {
    if (nameOf(row, column) === pressed) {
      cursor.down = !cursor.down;
    }
    go(row, column);
    if (!view.isLarge && !isRoomy()) {
      enlarge(true);
    }
  }
});

document.getElementById("pad").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.letter) {
    lay(button.dataset.letter);
  } else if (button?.dataset.step) {
    ready();
    KEYS[button.dataset.step]();
  } else if (button?.id === "as-blank") {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  } else if (button?.id === "arrow") {
    turnHere();
  } else if (button?.id === "stop") {
    stopHere();
  } else if (button?.id === "erase") {
    erase();
  }
});

larger.addEventListener("click", () => enlarge(!view.isLarge));

document.getElementById("draft").addEventListener("submit", (event) => {
  if (event.target.dataset.sent) {
    event.preventDefault(); // a double tap is one tap
  }
  event.target.dataset.sent = "yes";
});

line.addEventListener("input", readLine);
addEventListener("pageshow", () => delete document.getElementById("draft").dataset.sent);
main.classList.add("is-scripted");
larger.hidden = isRoomy();
readLine();
if (signs.size > 0) {
  const [first, ...others] = [...signs.keys()].map(placeOf);
  cursor.down = others.length > 0 && others.every(({ column }) => column === first.column);
  go(first.row, first.column);
}
