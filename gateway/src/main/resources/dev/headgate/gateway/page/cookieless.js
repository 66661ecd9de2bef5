import { base, at, state } from "./here.js";
import { ask } from "./ask.js";
import { scenes, turnEnd } from "./scenes.js";
import { also, label } from "./show.js";
import { say } from "./words.js";

// A browser that keeps no cookies: the page sends the ticket itself, for as long as it is open.

scenes.blocked = () => ({
  headline: say("blocked.headline"),
  lead: say("blocked.lead"),
  clock: { label: say("clock.turn"), until: turnEnd() },
  enter: true,
});

/** Sets the place's cookie once more, and sees whether it comes back. */
export async function cookiesWork() {
  await ask("POST", "/places", {});
  const headers = { accept: "application/json" };
  const init = { headers, cache: "no-store", credentials: "same-origin" };
  init.signal = AbortSignal.timeout?.(10_000);
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
  if (!state.ticket) return;
  if (!cookielessNote.isConnected) at("trouble").before(cookielessNote);
  label(cookielessNote, say("blocked.note"));
});

addEventListener("beforeunload", (leaving) => {
  if (state.ticket) leaving.preventDefault();
});
