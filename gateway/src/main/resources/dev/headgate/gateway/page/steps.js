import { root, inline, state } from "./here.js";
import { remembered, remember, dropEntry } from "./memory.js";
import { serverNow } from "./clock.js";
import { ask, askStatus } from "./ask.js";
import { keptKey, ownKey, proof } from "./key.js";
import { keep } from "./keep.js";
import { render } from "./show.js";
import { follow, unfollow, isFollowed, share, SILENCE } from "./news.js";
import { cookiesWork } from "./cookieless.js";
import { solved, solveChallenge, takeTurn, triesOn, restBeforeTry, endEffort } from "./challenge.js";

// One thing to do next, at a time

let timer = 0;
export let nextStep = null;
let nextAt = 0;

export function schedule(step, millis) {
  nextStep = step;
  nextAt = Date.now() + millis;
  clearTimeout(timer);
  // Timers hold 31 bits, and a laptop that slept should not wait out the rest.
  timer = setTimeout(wake, Math.min(millis, 60_000));
}

export function stop() {
  unfollow();
  endEffort();
  heard = null;
  nextStep = null;
  clearTimeout(timer);
}

export function wake() {
  if (nextStep && Date.now() >= nextAt) run(nextStep);
  else if (nextStep) schedule(nextStep, nextAt - Date.now());
}

/** What the fan asked for by a click while another request was on its way. */
let insisted = null;

export async function run(step, insist = false) {
  if (state.busy) {
    if (insist) insisted = step;
    return;
  }
  state.busy = true;
  clearTimeout(timer);
  try {
    await step();
  } catch {
    state.trouble = "offline";
    state.failures += 1;
    schedule(step, Math.min(30_000, 1_000 * 2 ** state.failures) * (0.75 + Math.random() / 2));
  } finally {
    state.busy = false;
    render();
  }
  if (insisted) {
    const wanted = insisted;
    insisted = null;
    run(wanted);
  } else if (heard) run(listen);
}

function reached() {
  state.trouble = null;
  state.failures = 0;
}

// What is heard without asking

let heard = null;

/** The last place told without asking: a beat says no more than that this one still stands. */
let unasked = null;

const stillStands = () => unasked !== null && ["epoch", "lane", "arrival", "state", "phase"]
  .every((each) => unasked[each] === state.place?.[each]);

function hear(told) {
  if (told.beat) {
    if (state.trouble === "offline") reached();
    state.updatedAt = Date.now();
    if (nextStep === poll && !state.trouble && stillStands()) schedule(poll, SILENCE);
    // What only the status says may change without the place.
    if (state.place && wantsStatus(state.place)) askStatusSoon();
    return;
  }
  heard = told;
  if (!state.busy) run(listen);
}

async function listen() {
  const told = heard;
  heard = null;
  if (!told) return schedule(poll, 0);
  if (told.lost) return schedule(nextStep ?? poll, Math.random() * 10_000);
  if (told.gone) {
    const code = told.gone.type.replace("urn:headgate:problem:", "");
    return refused(poll, { status: told.gone.status, code, body: told.gone });
  }
  reached();
  if (!told.polled) unasked = told.place;
  if (wantsStatus(told.place)) askStatusSoon();
  // At the door the next claim is due soon, and its answer says more.
  if (state.atDoor && told.place.state === "called") {
    keep(told.place);
    return schedule(nextStep ?? claim, Math.max(0, nextAt - Date.now()));
  }
  accept(told.place);
  return goOn(told.place, told.polled);
}

let asking = 0;

/** Many hear the same in one instant, and need not all ask for more in the next. */
function askStatusSoon() {
  asking ||= setTimeout(() => {
    asking = 0;
    askStatus().then(render);
  }, Math.random() * 10_000);
}

// Steps

export async function join() {
  const wish = state.entry ? { entry: state.entry } : {};
  if (state.keyed) {
    const key = await ownKey();
    if (!key) return show("keyless");
    wish.jkt = key.jkt;
  }
  const work = solved();
  const answer = await ask("POST", "/places", { ...wish, ...work });
  reached();
  if (answer.code === "challenge-required") return challenged(work);
  if (!soonAgain(answer)) endEffort();
  if (answer.status === 200 || answer.status === 201) {
    state.fresh = answer.status === 201;
    state.atDoor = false;
    remember("place", "1", true);
    state.spare = answer.body.ticket ?? state.spare;
    if (state.ticket || !navigator.cookieEnabled) state.ticket = state.spare;
    const { admission } = answer.body;
    if (!admission || enteredLately()) return took(answer.body);
    keep(answer.body);
    return goIn(admission.resume);
  }
  if (answer.code === "entry-invalid") {
    dropEntry();
    return show("entry");
  }
  if (answer.code === "key-required" && !state.keyed) return withKey(join);
  if (answer.code === "not-open") {
    await askStatus();
    state.view = "closed";
    return closedUntil(answer.body.opensAt);
  }
  return refused(join, answer);
}

/** Where a solution that was sent is not used up, and will do for the next try. */
const soonAgain = ({ status }) => status === 429 || status === 503;

/** The event wants work to be done for a place. What was sent with the join was not good, if any. */
function challenged(sent) {
  state.view = "checking";
  return sent.challenge ? tryOn() : earnPlace();
}

/** Each try is with a fresh challenge, and later. */
function tryOn() {
  return triesOn() ? schedule(earnPlace, restBeforeTry()) : show("unchecked");
}

/** Whether the fan has opened the link of another device meanwhile. */
const isLeft = () => state.view !== "checking";

/** Has the work done, in one tab at a time: by then the others have found its place. */
async function earnPlace() {
  state.view = "checking";
  render();
  const waited = await takeTurn();
  if (isLeft()) return undefined;
  if (waited) return schedule(join, 0);
  const answer = await ask("GET", "/challenge");
  reached();
  if (isLeft()) return undefined;
  if (answer.status === 204) return triesOn() ? schedule(join, restBeforeTry()) : show("unchecked");
  if (answer.status !== 200) return refused(earnPlace, answer);
  const done = await solveChallenge(answer.body).catch(() => null);
  if (isLeft()) return undefined;
  if (done === null) return show("unchecked");
  return done ? schedule(join, 0) : tryOn();
}

function closedUntil(opensAt) {
  state.opensAt = Date.parse(opensAt);
  const left = state.opensAt - serverNow();
  // Before the draw nobody gains by coming first, so a crowd need not come in one instant.
  if (left < 20_000) schedule(join, Math.max(0, left) + Math.random() * 3_000);
  else schedule(lookWhetherOpen, 20_000 + Math.random() * 10_000);
}

/** An organiser may open earlier, or later. */
async function lookWhetherOpen() {
  await askStatus();
  return state.status?.phase === "scheduled" && state.status.opensAt
    ? closedUntil(state.status.opensAt) : join();
}

export async function poll() {
  const answer = await ask("GET", "/places/me");
  reached();
  if (answer.status === 200) {
    share({ place: answer.body, polled: true });
    return took(answer.body);
  }
  if (answer.status === 401) {
    if (withoutCookies()) return schedule(poll, 0);
    remember("place", null, true);
    if (state.fresh) return show("cookies");
    return schedule(join, 0);
  }
  return refused(poll, answer);
}

/** A place that was just given and is not known again: this page sends its ticket from now on. */
function withoutCookies() {
  if (!state.fresh || state.ticket || !state.spare) return false;
  unfollow(); // Other tabs have places of their own, then.
  state.ticket = state.spare;
  return true;
}

export async function claim() {
  // The shop knows a fan by a cookie alone, so going in before there is one would spend the turn.
  if (state.ticket && !(await cookiesWork())) {
    state.view = "blocked";
    return schedule(poll, state.place.pollAfterMillis);
  }
  const key = state.keyed ? await keptKey().catch(() => null) : null;
  const headers = key ? { dpop: await proof(key, "POST", "/admissions") } : {};
  const answer = await ask("POST", "/admissions", {}, headers);
  reached();
  if (answer.status === 200 || answer.status === 201) return goIn(answer.body.resume);
  if (answer.code === "moment-please") {
    state.atDoor = true;
    if (answer.body.place) keep(answer.body.place);
    state.view = answer.body.place?.state === "waiting" ? "line" : "door";
    return schedule(claim, answer.retryMillis);
  }
  state.atDoor = false;
  if (answer.code === "not-your-turn") return took(answer.body.place);
  if (answer.code === "proof-required" && !state.keyed) return withKey(claim);
  if (answer.code.startsWith("proof-")) return show("stranger");
  if (answer.status === 401) {
    if (withoutCookies()) return schedule(poll, 0);
    return schedule(join, 0);
  }
  return refused(claim, answer);
}

/** Does it again with the key: this page was made before the event wanted one. */
function withKey(step) {
  state.keyed = true;
  schedule(step, 0);
}

async function refused(step, answer) {
  if (answer.status === 503) {
    state.trouble = "restoring";
    return schedule(step, answer.retryMillis + Math.random() * 1_000);
  }
  if (answer.code === "slow-down") return schedule(step, answer.retryMillis);
  if (answer.status === 429) {
    if (!state.place) state.view = answer.code === "queue-full" ? "full" : "many";
    return schedule(step, answer.retryMillis * (1 + Math.random() / 2));
  }
  // Neither need be the last word: what is held may come back, and an organiser may change it.
  if (answer.code === "sold-out" || answer.code === "rejected") {
    if (answer.code === "sold-out") await askStatus();
    state.view = answer.code;
    return schedule(step === join ? join : unlessHidden(step), 25_000 + Math.random() * 10_000);
  }
  const scenes = {
    "turn-over": "over", "queue-reset": "reset", ended: "ended", "unknown-event": "unknown",
  };
  if (answer.code === "turn-over") root.dataset.state = "over";
  if (answer.code === "ended") root.dataset.phase = "ended";
  state.refusal = answer.code;
  show(scenes[answer.code] ?? "refused");
}

/** A claim is tried again only where the fan sees it. */
const unlessHidden = (step) => () => (step !== claim || mayGoInByItself() ? step() : poll());

/** Asks again in the language that has just been chosen. */
export function retell() {
  unfollow();
  if (nextStep === poll) run(poll, true);
}

export function show(view) {
  stop();
  state.view = view;
}

async function took(place) {
  accept(place);
  if (wantsStatus(place)) await askStatus();
  return goOn(place);
}

function accept(place) {
  keep(place);
  state.view = viewOf(place);
}

function goOn(place, polled = false) {
  if (state.view === "ended" || state.view === "over") return stop();
  if (state.view === "called" || state.view === "admitted") {
    if (mayGoInByItself()) return schedule(claim, 0);
  }
  schedule(poll, nextLook(place, polled));
  follow(hear);
}

/** In a while where news come by themselves, and a little later where another tab asks. */
function nextLook(place, polled) {
  if (isFollowed() && stillStands()) return SILENCE;
  return soonAfterTheStart(place) + (polled ? 15_000 : 0);
}

function viewOf(place) {
  const outside = place.state === "waiting" || place.state === "called";
  if (outside && ["ended", "sold-out"].includes(place.phase)) return place.phase;
  const inside = place.state === "called" || place.state === "admitted";
  return state.ticket && inside ? "blocked" : place.state;
}

/** Where a place leaves open why it waits. */
function wantsStatus(place) {
  if (place.phase === "sold-out") return true;
  // A status from just before a change says nothing of it.
  const unsaid = place.position === null || place.estimate === null;
  const known = Date.now() - state.statusAt < (unsaid ? 10_000 : 30_000);
  return place.phase === "on-sale" && place.state === "waiting" && !known;
}

/** As the server said, but not much later than the draw. */
function soonAfterTheStart(place) {
  const untilStart = Date.parse(place.onSaleAt) - serverNow();
  return untilStart > 0
    ? Math.min(place.pollAfterMillis, untilStart + 500 + Math.random() * 2_500)
    : place.pollAfterMillis;
}

export function mayGoInByItself() {
  if (state.ticket) return false;
  return state.atDoor || (document.visibilityState === "visible" && !enteredLately());
}

/** Whoever was let in a moment ago and is here again would only go round in circles. */
const enteredLately = () => Date.now() - Number(remembered("entered") ?? 0) < 15_000;

function goIn(resume) {
  remember("entered", String(Date.now()));
  state.view = "inside";
  root.dataset.state = "admitted";
  if (inline) {
    stop();
    return location.reload(); // The address asked for first, with its query and fragment.
  }
  const target = resume ? new URL(resume, location.origin) : null;
  if (target && target.origin === location.origin) {
    stop();
    return location.replace(target.href);
  }
  stop();
}
