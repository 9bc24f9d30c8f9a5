// Says each play and its score, with a sound for a question and for the end of time; only where somebody switched it on.

import { onDevice } from "./kept.js";

const button = document.getElementById("voice-switch");
const known = { id: Number(document.querySelector("main.table").dataset.newest), open: 0 };
let ears = null;

function isOn() {
  return onDevice.get("voice") === "on";
}

// A browser lets a page sound only once somebody has touched it.
function listen() {
  const Context = globalThis.AudioContext || globalThis.webkitAudioContext;
  if (isOn() && Context !== undefined) {
    ears = ears || new Context();
    ears.resume();
  }
}

function sound(notes) {
  if (!isOn() || ears === null) {
    return;
  }
  notes.forEach((pitch, place) => {
    const tone = ears.createOscillator();
    const volume = ears.createGain();
    const begin = ears.currentTime + 0.18 * place;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.17);
    tone.connect(volume);
    volume.connect(ears.destination);
    tone.start(begin);
    tone.stop(begin + 0.18);
  });
}

function say(spoken) {
  if (isOn() && spoken.text !== "" && globalThis.speechSynthesis !== undefined) {
    const sentence = new SpeechSynthesisUtterance(spoken.text);
    sentence.lang = spoken.lang;
    speechSynthesis.cancel(); // the newest play is the news
    speechSynthesis.speak(sentence);
  }
}

document.addEventListener("drawn", (event) => {
  const state = event.detail;
  if (state.id !== known.id && state.spoken) {
    known.id = state.id;
    if (state.open > known.open) {
      sound([660, 880]);
    }
    say(state.spoken);
  }
  known.open = state.open || 0;
});
document.addEventListener("timeover", () => sound([440, 330, 220]));
addEventListener("pointerdown", listen);
button?.addEventListener("click", () => {
  onDevice.set("voice", isOn() ? "off" : "on");
  button.setAttribute("aria-pressed", String(isOn()));
  listen();
  sound([660]);
});
button?.setAttribute("aria-pressed", String(isOn()));
button?.removeAttribute("disabled");
