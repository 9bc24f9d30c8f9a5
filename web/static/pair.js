// Waits for the press of the button, and then goes on by itself.

const form = document.getElementById("code");

async function look() {
  try {
    const state = await (await fetch("/pair/state")).json();
    if (state.pressed) {
      form.submit();
    } else if (state.asked) {
      setTimeout(look, 700);
    } else {
      location.assign("/pair");
    }
  } catch {
    setTimeout(look, 2_000);
  }
}

look();
