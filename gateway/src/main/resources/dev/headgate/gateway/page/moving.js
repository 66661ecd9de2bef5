import { base, inline, at, state, number } from "./here.js";
import { ask } from "./ask.js";
import { remember, dropEntry } from "./memory.js";
import { scenes } from "./scenes.js";
import { also } from "./show.js";
import { run, schedule, join, poll, show } from "./steps.js";

// A place that comes from another device, in the part of a link that no server is sent

const MOVING = {
  headline: "Continue here with your place?",
  lead: (place) => `This link holds the place with arrival number ${number.format(place.arrival + 1)}. Continue here, and this device goes in when its turn comes. The other device may go on showing it, but only one visit to the shop comes of it.`,
  here: "Continue here",
  stay: "Do not use this link",
  headlineBroken: "This link does not work",
  broken: "It is not complete, or it is for another event.",
  old: "The queue has begun anew since it was made, so the place in it no longer counts.",
  over: "The turn of its place is over.",
  without: "Go on without it",
};

scenes.moving = () => ({
  headline: MOVING.headline,
  lead: MOVING.lead(state.moving.place),
  rejoin: MOVING.here,
  other: MOVING.stay,
});

scenes.unmoved = () => ({
  headline: MOVING.headlineBroken,
  lead: state.moving.problem,
  rejoin: MOVING.without,
});

/** The ticket of such a link, which is at once taken out of the address and the history. */
export function takeMoving() {
  if (inline || !location.hash.startsWith("#place=")) return false;
  const ticket = location.hash.slice("#place=".length);
  history.replaceState(null, "", location.pathname + location.search);
  state.moving = { ticket, place: null, problem: "" };
  return true;
}

/** Looks at it as somebody without cookies: a place of this device's own is left as it is. */
export async function lookAtMoving() {
  const { moving } = state;
  const usable = /^[\w.~-]{1,1000}$/.test(moving.ticket);
  const headers = { accept: "application/json", "headgate-place": moving.ticket };
  const init = { headers, credentials: "omit", cache: "no-store" };
  const response = usable ? await fetch(`${base}/places/me`, init) : null;
  if (response?.status >= 500 || response?.status === 429) return schedule(lookAtMoving, 2_000 + Math.random() * 1_000);
  const body = await response?.json().catch(() => ({})) ?? {};
  if (response?.status === 200 && body.state !== "over") {
    moving.place = body;
    return show("moving");
  }
  const why = body.state === "over" ? "over" : response?.status === 410 ? "old" : "broken";
  moving.problem = MOVING[why];
  return show("unmoved");
}

/** Only on a click: the cookie of this device becomes that of the place. */
async function takeOver() {
  const { ticket } = state.moving;
  const answer = await ask("POST", "/places", {}, { "headgate-place": ticket });
  if (answer.status !== 200 && answer.status !== 201) {
    state.detail = answer.body.detail ?? "";
    return show("refused");
  }
  remember("place", "1", true);
  dropEntry();
  Object.assign(state, { moving: null, spare: answer.body.ticket ?? ticket, fresh: true, view: "joining" });
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
  otherButton.textContent = scene.other ?? "";
});
