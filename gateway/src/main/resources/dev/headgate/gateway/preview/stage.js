// What has to be so in the browser before the page's script begins, by the state that is shown;
// and the page comes again when what it is made of has changed.
{
  const { event, setting } = document.currentScript.dataset;
  const stage = JSON.parse(setting);

  function keep(store, entries = {}) {
    for (const [key, value] of Object.entries(entries)) store.setItem(`headgate:${event}:${key}`, value);
  }

  // Each state begins afresh, in the language of its address.
  localStorage.clear();
  sessionStorage.clear();
  keep(localStorage, stage.local);
  keep(sessionStorage, stage.session);

  const lacking = (name, value) => Object.defineProperty(window, name, { value, configurable: true });
  if (stage.without) lacking(stage.without, undefined);
  if (stage.idleWorkers) lacking("Worker", class { postMessage() {} terminate() {} });
  if ("Notification" in window) {
    Object.defineProperty(Notification, "permission", { get: () => stage.notices ?? "default" });
  }
  if (stage.fragment) {
    history.replaceState(null, "", `${location.pathname}${location.search}#${stage.fragment}`);
  }

  const waiting = [...stage.press ?? []];
  const pressing = setInterval(() => {
    const button = waiting.length > 0 && document.querySelector(waiting[0]);
    // The page's own script puts the words in, so what has a height and a text can be used.
    if (button && button.offsetHeight > 0 && button.textContent) {
      waiting.shift();
      button.click();
    }
    if (waiting.length === 0) clearInterval(pressing);
  }, 50);
}
