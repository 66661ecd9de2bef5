import { base, at, state } from "./here.js";
import { ask } from "./ask.js";
import { scenes, turnEnd } from "./scenes.js";
import { also } from "./show.js";

// A browser that keeps no cookies: the page sends the ticket itself, for as long as it is open.

const COOKIELESS = {
  note: "Your browser keeps no cookies for this site, so your place lives in this page alone: keep it open, and do not reload it. To go in you will have to allow cookies.",
  headline: "It is your turn",
  lead: "To go in, allow cookies for this site in your browser first, without reloading this page. Then press the button.",
  clock: "Your turn lasts another",
};

scenes.blocked = () => ({
  headline: COOKIELESS.headline,
  lead: COOKIELESS.lead,
  clock: { label: COOKIELESS.clock, until: turnEnd() },
  enter: true,
});

/** Sets the place's cookie once more, and sees whether it comes back. */
export async function cookiesWork() {
  await ask("POST", "/places", {});
  const init = { headers: { accept: "application/json" }, cache: "no-store", credentials: "same-origin" };
  const bare = await fetch(`${base}/places/me`, init);
  if (bare.status !== 200) return false;
  state.ticket = null;
  return true;
}

const cookielessNote = document.createElement("p");
cookielessNote.className = "note";
cookielessNote.id = "cookieless";

also.push(() => {
  cookielessNote.hidden = !state.ticket;
  if (!state.ticket || cookielessNote.isConnected) return;
  cookielessNote.textContent = COOKIELESS.note;
  at("trouble").before(cookielessNote);
});

addEventListener("beforeunload", (leaving) => {
  if (state.ticket) leaving.preventDefault();
});
