import { base, inline, at, state } from "./here.js";
import { ask } from "./ask.js";
import { remember, dropEntry } from "./memory.js";
import { scenes } from "./scenes.js";
import { also, label } from "./show.js";
import { say } from "./words.js";
import { run, schedule, join, poll, show } from "./steps.js";

// A place that comes from another device, in the part of a link that no server is sent

scenes.moving = () => ({
  headline: say("moving.headline"),
  lead: say("moving.lead", { n: state.moving.place.arrival + 1 }),
  rejoin: say("moving.here"),
  other: say("moving.stay"),
});

scenes.unmoved = () => ({
  headline: say("unmoved.headline"),
  lead: UNMOVED[state.moving.problem](),
  rejoin: say("unmoved.without"),
});

const UNMOVED = {
  broken: () => say("unmoved.broken"),
  old: () => say("unmoved.old"),
  over: () => say("unmoved.over"),
};

/** The ticket of such a link, which is at once taken out of the address and the history. */
export function takeMoving() {
  if (inline || !location.hash.startsWith("#place=")) return false;
  const ticket = location.hash.slice("#place=".length);
  history.replaceState(null, "", location.pathname + location.search);
  state.moving = { ticket, place: null, problem: "broken" };
  return true;
}

/** Looks at it as somebody without cookies: a place of this device's own is left as it is. */
export async function lookAtMoving() {
  const { moving } = state;
  const usable = /^[\w.~-]{1,1000}$/.test(moving.ticket);
  const headers = { accept: "application/json", "headgate-place": moving.ticket };
  const init = { headers, credentials: "omit", cache: "no-store" };
  init.signal = AbortSignal.timeout?.(10_000);
  const response = usable ? await fetch(`${base}/places/me`, init) : null;
  if (response?.status >= 500 || response?.status === 429) {
    return schedule(lookAtMoving, 2_000 + Math.random() * 1_000);
  }
  const body = await response?.json().catch(() => ({})) ?? {};
  if (response?.status === 200 && body.state !== "over") {
    moving.place = body;
    return show("moving");
  }
  if (body.state === "over") moving.problem = "over";
  if (response?.status === 410) moving.problem = "old";
  return show("unmoved");
}

/** Only on a click: the cookie of this device becomes that of the place. */
async function takeOver() {
  const { ticket } = state.moving;
  const answer = await ask("POST", "/places", {}, { "headgate-place": ticket });
  if (answer.status >= 500 || answer.status === 429) return schedule(takeOver, answer.retryMillis);
  if (answer.status !== 200 && answer.status !== 201) {
    state.refusal = answer.code;
    return show("refused");
  }
  remember("place", "1", true);
  dropEntry();
  const spare = answer.body.ticket ?? ticket;
  Object.assign(state, { moving: null, spare, fresh: true, view: "joining" });
  return schedule(poll, 0);
}

/** What the page's main button does while a link is talked of; false where none is. */
export function answeredMoving() {
  if (state.view !== "moving" && state.view !== "unmoved") return false;
  at("headline").focus();
  return state.view === "moving" ? run(takeOver, true) : leaveMoving();
}

function leaveMoving() {
  state.moving = null;
  state.view = "joining";
  return run(join, true);
}

const otherButton = document.createElement("button");
otherButton.type = "button";
otherButton.id = "other";
otherButton.className = "minor";
otherButton.addEventListener("click", leaveMoving);

also.push((scene) => {
  if (!otherButton.isConnected) at("rejoin").after(otherButton);
  otherButton.hidden = !scene.other;
  label(otherButton, scene.other ?? "");
});
