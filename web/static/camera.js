// Shows what the camera sees, a few times a second, one picture at a time, and says what is wrong with the light.

const PAUSE = 300;
const PATIENCE = 2_000;
const picture = document.getElementById("seen");
const advice = document.getElementById("advice");

function judge(bitmap) {
  const canvas = new OffscreenCanvas(64, 48);
  const brush = canvas.getContext("2d");
  brush.drawImage(bitmap, 0, 0, 64, 48);
  const { data } = brush.getImageData(0, 0, 64, 48);
  const greys = [];
  for (let at = 0; at < data.length; at += 4) {
    greys.push(0.3 * data[at] + 0.59 * data[at + 1] + 0.11 * data[at + 2]);
  }
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
  const spread = Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length);
  const white = greys.filter((grey) => grey > 250).length / greys.length;
  if (spread < 6) {
    return "flat";
  }
  if (mean < 50) {
    return "dark";
  }
  return white > 0.04 ? "glare" : "well";
}

function tell(what) {
  if (advice.textContent !== advice.dataset[what]) {
    advice.textContent = advice.dataset[what];
  }
}

async function look() {
  try {
    const answer = await fetch("/preview.jpg", { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
    const blob = await answer.blob();
    tell(judge(await createImageBitmap(blob)));
    URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(blob);
    picture.hidden = false;
    setTimeout(look, PAUSE);
  } catch {
    tell("none");
    setTimeout(look, PATIENCE);
  }
}

if (picture !== null) {
  look();
}
