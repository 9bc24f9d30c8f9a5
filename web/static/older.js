// What browsers from Safari 13.1 and Chrome 80 on lack of what the other scripts use; those that have it keep their own.

if (AbortSignal.timeout === undefined) {
  AbortSignal.timeout = (milliseconds) => {
    const over = new AbortController();
    setTimeout(() => over.abort(), milliseconds);
    return over.signal;
  };
}

if (Element.prototype.replaceChildren === undefined) {
  Element.prototype.replaceChildren = function replaceChildren(...nodes) {
    this.textContent = "";
    this.append(...nodes);
  };
}

// Which button sends a form: the one that was pressed last, also by Enter, for which browsers press one themselves.
if (!(typeof SubmitEvent === "function" && "submitter" in SubmitEvent.prototype)) {
  let pressed = null;
  const sent = new WeakMap(); // also for who asks later, when another button may have been pressed
  const note = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button, input[type=submit], input[type=image]") : null;
    pressed = button;
    setTimeout(() => {
      pressed = pressed === button ? null : pressed;
    });
  };
  document.addEventListener("click", note, true);
  const keep = (event) => sent.set(event, pressed !== null && pressed.form === event.target ? pressed : null);
  document.addEventListener("submit", keep, true);
  Object.defineProperty(Event.prototype, "submitter", {
    configurable: true,
    get() {
      return sent.get(this) ?? null;
    },
  });
}

if (HTMLFormElement.prototype.requestSubmit === undefined) {
  HTMLFormElement.prototype.requestSubmit = function requestSubmit(button) {
    if (button) {
      button.click();
      return;
    }
    const own = document.createElement("button");
    own.hidden = true;
    this.append(own);
    own.click();
    own.remove();
  };
}

// Browsers that do not know a form's button as a part of what is sent take anything in its place.
function takesButton() {
  try {
    return new FormData(document.createElement("form"), document.createElement("p")) === null;
  } catch {
    return true;
  }
}

if (!takesButton()) {
  globalThis.FormData = class extends FormData {
    constructor(form, button) {
      super(...(form ? [form] : []));
      if (button?.name) {
        this.append(button.name, button.value);
      }
    }
  };
}
