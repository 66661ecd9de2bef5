import { root, at } from "./here.js";
import { speaker } from "./message.js";

// The words of the page, in the language it came in or in the one chosen by hand.

const CHOSEN = "headgate:language";
const own = Intl.DateTimeFormat().resolvedOptions().locale;

let voice = null;
let wanted = "";

/** Whether the words have come. Until then the page shows what it came with. */
export const canSpeak = () => voice !== null;

export const say = (key, values) => (voice ? voice.say(key, values) : "");
export const figure = (value) => voice.figures.format(value);
export const timeOfDay = (at) => voice.times.format(at);
/** A number of two digits at least. */
export const twoDigits = (value) => voice.twos.format(value);

function learn(words) {
  // A reader of the page's language has it written as at home: 19:08 in London, 7:08 PM in Boston.
  const locale = own.split("-")[0] === words.lang ? own : words.lang;
  voice = {
    say: speaker(words.lang, locale, words.messages),
    figures: new Intl.NumberFormat(locale),
    twos: new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }),
    times: new Intl.DateTimeFormat(locale, { timeStyle: "medium" }),
  };
  root.lang = words.lang;
  root.dir = words.dir;
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
  at("progress").setAttribute("aria-label", say("page.progress"));
  for (const element of document.querySelectorAll("[data-say-alt]")) {
    element.alt = say(element.dataset.sayAlt);
  }
}

/** Brings the words of one of the offered languages, however often that takes. */
async function speakIn(option, then) {
  wanted = option.value;
  for (let pause = 1_000; wanted === option.value; pause = Math.min(2 * pause, 30_000)) {
    try {
      const answer = await fetch(option.dataset.words, { signal: AbortSignal.timeout?.(10_000) });
      if (!answer.ok) throw new Error(answer.statusText); // By a gateway that has others, yet.
      const words = await answer.json();
      if (wanted !== option.value) return;
      learn(words);
      return then();
    } catch {
      await new Promise((go) => setTimeout(go, pause));
    }
  }
}

/** Brings the words, now and whenever another language is chosen, and then does the rest. */
export function bringWords(then) {
  const chooser = at("language");
  const offered = (tag) => [...chooser.options].find((option) => option.value === tag);
  const first = offered(chosenBefore()) ?? offered(root.lang);
  chooser.value = first.value;
  at("languages").hidden = false;
  chooser.addEventListener("change", () => {
    choose(chooser.value);
    speakIn(offered(chooser.value), then);
  });
  speakIn(first, then);
}

function chosenBefore() {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
}

function choose(tag) {
  try {
    localStorage.setItem(CHOSEN, tag);
  } catch {
    // Then the choice holds until the page is left.
  }
}
