// The board's corners upon the live picture: drawn as the eye found them, and shown by hand with finger, mouse or keys.

const live = document.getElementById("live");
const form = document.getElementById("showing");
const handles = Array.from(document.querySelectorAll("#handles .corner"));
const loupe = document.getElementById("loupe");
const picture = document.getElementById("seen");
const AT_FIRST = [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 0.001; // of the picture; with Shift ten times as far
const ZOOM = 4;
let found = null;
let shown = read(live?.dataset.corners ?? "");

function read(text) {
  const pairs = text.split(" ").map((pair) => pair.split(",").map(Number));
  return pairs.length === 4 ? pairs : null;
}

function draw(polygon, points) {
  document.getElementById(polygon).setAttribute("points", (points ?? []).map(([x, y]) => `${100 * x},${100 * y}`).join(" "));
}

function isShowing() {
  return !form.hidden;
}

function redraw() {
  draw("outline", found);
  draw("shown", isShowing() ? shown : null);
  handles.forEach((handle, nth) => {
    handle.style.left = `${100 * (shown ?? AT_FIRST)[nth][0]}%`;
    handle.style.top = `${100 * (shown ?? AT_FIRST)[nth][1]}%`;
  });
  form.elements.corners.value = (shown ?? []).map(([x, y]) => `${x.toFixed(5)},${y.toFixed(5)}`).join(" ");
}

// A finger hides what it points at, so that is shown large in the corner across.
function enlarge(nth) {
  const [x, y] = shown[nth];
  const brush = loupe.getContext("2d");
  const side = loupe.width / ZOOM;
  const scale = picture.naturalWidth / picture.clientWidth;
  brush.fillStyle = "#000";
  brush.fillRect(0, 0, loupe.width, loupe.height);
  brush.drawImage(picture, x * picture.naturalWidth - (side * scale) / 2, y * picture.naturalHeight - (side * scale) / 2, side * scale, side * scale, 0, 0, loupe.width, loupe.height);
  for (const [colour, width] of [["#2a1d00", 4], ["#ffca2b", 1.5]]) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke(new Path2D(`M0 ${loupe.height / 2}H${loupe.width}M${loupe.width / 2} 0V${loupe.height}`));
  }
  loupe.classList.toggle("right", x < 0.5);
  loupe.classList.toggle("low", y < 0.5);
  loupe.hidden = false;
}

function place(nth, x, y) {
  const within = (share) => Math.min(Math.max(share, 0), 1);
  shown[nth] = [within(x), within(y)];
  redraw();
  enlarge(nth);
}

function tell(nth) {
  const words = document.getElementById("place");
  const [across, down] = shown[nth].map((share) => (100 * share).toFixed(1));
  const values = { corner: handles[nth].getAttribute("aria-label"), across, down };
  words.textContent = words.dataset.told.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function drag(handle, nth) {
  let from = null;
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.focus();
    from = { x: event.clientX, y: event.clientY, at: shown[nth] };
    enlarge(nth);
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (from !== null) {
      const box = live.getBoundingClientRect();
      place(nth, from.at[0] + (event.clientX - from.x) / box.width, from.at[1] + (event.clientY - from.y) / box.height);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    handle.addEventListener(end, () => {
      from = null;
      loupe.hidden = true;
    });
  }
  handle.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const far = event.shiftKey ? 10 * STEP : STEP;
      place(nth, shown[nth][0] + step[0] * far, shown[nth][1] + step[1] * far);
      tell(nth);
      event.preventDefault();
    }
  });
  handle.addEventListener("blur", () => {
    loupe.hidden = true;
  });
}

function showing(isOn) {
  form.hidden = !isOn;
  document.getElementById("handles").hidden = !isOn;
  document.getElementById("offer").hidden = isOn;
  live.classList.toggle("is-showing", isOn);
  if (isOn) {
    shown = shown ?? (found ?? AT_FIRST).map((point) => [...point]);
  }
  redraw();
}

// Draws where the eye finds the board in the newest picture; null where it finds none.
export function follow(outline) {
  found = outline;
  redraw();
}

// Where no board is found, whoever looks is offered at once to show where it lies.
export function offer(isUnfound) {
  const place = document.getElementById("unfound");
  if (place !== null) {
    place.hidden = !isUnfound || isShowing();
  }
}

function begin() {
  showing(true);
  offer(false);
  live.scrollIntoView({ block: "nearest" });
  handles[0].focus({ preventScroll: true });
}

if (live !== null) {
  handles.forEach(drag);
  document.getElementById("show-now")?.addEventListener("click", begin);
  document.getElementById("show").hidden = false;
  document.getElementById("show").addEventListener("click", begin);
  document.getElementById("leave").addEventListener("click", () => {
    shown = read(live.dataset.corners);
    showing(false);
    document.getElementById("show").focus();
  });
  showing(live.dataset.open !== "");
}
