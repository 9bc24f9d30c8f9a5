// The button that prints the protocol, or saves it as a PDF: every browser can do both.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
