// What is wrong with a page as it is shown now, in a language if one is given: nothing, one hopes.
({ language }) => {
  const root = document.documentElement;
  const wrong = [];
  const chooser = document.getElementById("language");

  /** By hand, as a fan does it. */
  async function choose() {
    chooser.value = language;
    chooser.dispatchEvent(new Event("change"));
    for (let tries = 0; tries < 6_000 && root.lang !== language; tries++) {
      await new Promise((go) => setTimeout(go, 10));
    }
  }

  async function speaks() {
    if (!chooser.closest("[hidden]") && root.lang !== language) await choose();
    if (root.lang !== language) wrong.push(`lang: ${root.lang}`);
    if (root.dir !== (language === "ar" ? "rtl" : "ltr")) wrong.push(`dir: ${root.dir}`);
    const option = [...chooser.options].find(({ value }) => value === language);
    const { messages } = await (await fetch(option.dataset.words)).json();
    const headline = document.getElementById("headline").textContent;
    if (!Object.values(messages).includes(headline)) wrong.push(`no headline of it: ${headline}`);
    const labels = [...document.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel);
    const said = [document.body.innerText, document.title, ...labels].join("\n");
    wrong.push(...Object.keys(messages).filter((key) => said.includes(key)));
  }

  const name = (element) => `${element.tagName} ${element.id} ${element.className}`;
  const shown = (element) => element.getClientRects().length > 0 && !element.closest(".unseen, select, svg");

  function fits(element) {
    const { left, right } = element.getBoundingClientRect();
    if (left < -0.5 || right > innerWidth + 0.5) wrong.push(`beyond the edge: ${name(element)}`);
    const inline = getComputedStyle(element).display === "inline";
    const spills = !inline && element.tagName !== "INPUT" && element.scrollWidth > element.clientWidth + 1;
    if (spills) wrong.push(`spills over: ${name(element)}`);
  }

  function fitting() {
    if (root.scrollWidth > innerWidth) wrong.push(`to scroll sideways: ${root.scrollWidth - innerWidth}`);
    [...document.body.querySelectorAll("*")].filter(shown).forEach(fits);
    return wrong;
  }

  // Where scripts are off no promise is ever kept.
  return language ? speaks().then(fitting) : fitting();
}
