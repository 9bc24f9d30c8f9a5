// Lets the page be painted before anything else is fetched. Sent inside the page: see look.py.
{
  const scripts = document.currentScript.dataset.then.split(" ");
  // A module that failed is remembered as failed: only a page loaded anew asks for it again.
  const again = () => setTimeout(() => location.reload(), 5_000);
  const begin = () => scripts.forEach((script) => import(script).catch(again));
  requestAnimationFrame(() => requestAnimationFrame(begin));
}
