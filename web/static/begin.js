// Lets the page be painted before anything else is fetched. Sent inside the page: see look.py.
{
  const scripts = document.currentScript.dataset.then.split(" ");
  const begin = () => scripts.forEach((script) => import(script));
  requestAnimationFrame(() => requestAnimationFrame(begin));
}
