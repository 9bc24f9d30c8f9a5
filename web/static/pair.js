// Waits for the press of the button, and then goes on by itself.

const form = document.getElementById("code");
const left = document.getElementById("left");

function tell(seconds) {
  left.textContent = left.dataset.left.replace("{seconds}", seconds);
  left.hidden = false;
}

async function look() {
  try {
    const state = await (await fetch("/pair/state")).json();
    if (state.pressed) {
      form.submit();
    } else if (state.asked) {
      tell(state.left);
      setTimeout(look, 700);
    } else {
      location.assign("/pair");
    }
  } catch {
    setTimeout(look, 2_000);
  }
}

look();
