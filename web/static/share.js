// Hands the finished protocol on by the device's own way of sharing, where the browser has one: on https pages only.

const button = document.getElementById("share");

async function share() {
  const text = button.dataset.text;
  try {
    const picture = await (await fetch(button.dataset.picture)).blob();
    const files = [new File([picture], "protocol.png", { type: "image/png" })];
    await navigator.share(navigator.canShare?.({ files }) ? { files, text } : { text });
  } catch {
    // whoever changes their mind has shared nothing
  }
}

if (navigator.share !== undefined) {
  button.hidden = false;
  button.addEventListener("click", share);
}
