// Lets the page be painted before anything else is fetched. Sent inside the page: see look.py.
{
  const scripts = document.currentScript.dataset.then.split(" ");
  const reached = (script) => fetch(script, { cache: "reload" }).then((answer) => answer.ok, () => false);
  // A browser remembers that a module failed: when the network is back only a page loaded anew asks for it again.
  // A script that can be had, and fails by itself, would fail again.
  const again = async (script, isLost = false) => {
    if (!(await reached(script))) {
      setTimeout(again, 2_000, script, true);
    } else if (isLost) {
      location.reload();
    }
  };
  const begin = () => scripts.forEach((script) => import(script).catch(() => again(script)));
  requestAnimationFrame(() => requestAnimationFrame(begin));
}
