// The queue page: takes a place, keeps the fan informed, and goes in when the turn comes.
// It sends one request at a time, and every wait is as long as the server said.

const root = document.documentElement;
const event = root.dataset.event;
const base = `/queue/${event}`;
const eventTitle = document.title;
const inline = location.pathname !== base;
const at = (id) => document.getElementById(id);
const number = new Intl.NumberFormat(root.lang);
// Dates as the fan writes them: the page's own language would say 7:08 PM to a Londoner.
const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const state = {
  view: "joining", // which of the scenes below is shown
  place: null, // the last place the server told
  status: null, // the last public status, asked only where a place does not say enough
  statusAt: 0,
  entry: null, // the entry ticket of a member
  opensAt: null,
  detail: "", // what a refusal said
  trouble: null, // "offline" or "restoring": the scene stays, a note is added
  updatedAt: null,
  failures: 0,
  fresh: false, // this page was just given a place, so a missing cookie is the browser's doing
  atDoor: false,
  busy: false,
  keyed: root.dataset.dpop === "required", // places are given to holders of a key only
};

// ---- What survives a reload. Storage may be forbidden: then nothing is remembered. ----

function remembered(key) {
  try {
    const name = `headgate:${event}:${key}`;
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(key, value, lasting = false) {
  try {
    const store = lasting ? localStorage : sessionStorage;
    if (value === null) store.removeItem(`headgate:${event}:${key}`);
    else store.setItem(`headgate:${event}:${key}`, value);
  } catch {
    // Then a reload asks for the place again, and gets the same one.
  }
}

/** A member's link carries the entry once. It is not left in the address bar or the history. */
function takeEntry() {
  state.entry = remembered("entry");
  if (inline) return; // There the query is the shop's.
  const address = new URL(location.href);
  const entry = address.searchParams.get("entry");
  if (entry === null) return;
  address.searchParams.delete("entry");
  history.replaceState(null, "", address);
  state.entry = entry;
  remember("entry", entry);
}

function dropEntry() {
  state.entry = null;
  remember("entry", null);
}

// ---- The server's clock. Deadlines are instants, so sleep and hidden tabs do no harm. ----

const clock = { offset: 0, error: Infinity, takenAt: 0 };

function setClock(serverTime, sentAt, receivedAt) {
  const error = (receivedAt - sentAt) / 2;
  const old = receivedAt - clock.takenAt > 60_000;
  const offset = Date.parse(serverTime) - (sentAt + error);
  // The device's own clock was set when the two disagree by more than the answer's travel explains.
  const moved = Math.abs(offset - clock.offset) > error + clock.error + 2_000;
  if (old || moved || error <= clock.error) {
    Object.assign(clock, { offset, error, takenAt: receivedAt });
  }
}

const serverNow = () => Date.now() + clock.offset;

// ---- Requests ----

async function ask(method, path, content = {}, headers = {}) {
  const sentAt = Date.now();
  const init = {
    method, credentials: "same-origin", headers: { accept: "application/json", ...headers },
  };
  if (path !== "/status") init.cache = "no-store";
  if (method === "POST") {
    init.headers["content-type"] = "application/json";
    init.body = JSON.stringify(content);
  }
  const abort = new AbortController();
  const timeout = setTimeout(() => abort.abort(), 10_000);
  try {
    const response = await fetch(base + path, { ...init, signal: abort.signal });
    const body = await response.json().catch(() => ({}));
    if (path !== "/status" && (body.serverTime ?? body.place?.serverTime)) {
      setClock(body.serverTime ?? body.place.serverTime, sentAt, Date.now());
    }
    const retryAfter = Number(response.headers.get("retry-after")) || 2;
    const code = String(body.type ?? "").replace("urn:headgate:problem:", "");
    return { status: response.status, body, code, retryMillis: retryAfter * 1000 };
  } finally {
    clearTimeout(timeout);
  }
}

/** Asks for the public status, for what a place does not carry. Nothing hangs on it. */
async function askStatus() {
  try {
    const sentAt = Date.now();
    const answer = await ask("GET", "/status");
    if (answer.status !== 200) return;
    state.status = answer.body;
    state.statusAt = Date.now();
    // It may be a second old, which is good enough while there is nothing better.
    if (!Number.isFinite(clock.error)) {
      setClock(answer.body.serverTime, sentAt - 1_000, Date.now());
    }
    if (!state.place) root.dataset.phase = answer.body.phase;
  } catch {
    // The next poll says whether we are offline.
  }
}

// ---- The key of this browser for this event. Its private half never leaves the browser, not even
// to this page, so whoever copies our cookies can do nothing with them. The shop's page, from the
// same origin, uses the same one. ----

function inKeyStore(mode, act) {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open("headgate", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("keys");
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const database = open.result;
      const transaction = database.transaction("keys", mode);
      const request = act(transaction.objectStore("keys"));
      const end = (settle) => () => {
        database.close();
        settle();
      };
      transaction.oncomplete = end(() => resolve(request.result));
      transaction.onabort = end(() => reject(transaction.error));
    };
  });
}

const keptKey = () => inKeyStore("readonly", (keys) => keys.get(event));

/** The key, made where there is none yet; null where this browser cannot make or keep one. */
async function ownKey() {
  try {
    return (await keptKey()) ?? (await newKey());
  } catch {
    return null;
  }
}

async function newKey() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign"]);
  const { crv, kty, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const jwk = { crv, kty, x, y }; // In this order, which is the one that thumbprints are made of.
  const jkt = base64url(await crypto.subtle.digest("SHA-256", utf8(JSON.stringify(jwk))));
  const key = { privateKey: pair.privateKey, jwk, jkt };
  try {
    await inKeyStore("readwrite", (keys) => keys.add(key, event));
  } catch (refused) {
    if (refused?.name !== "ConstraintError") throw refused; // Else another tab was first.
  }
  return keptKey();
}

const utf8 = (text) => new TextEncoder().encode(text);

const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What shows that a request comes from the holder of the key (RFC 9449). */
async function proof(key, method, path) {
  const part = (value) => base64url(utf8(JSON.stringify(value)));
  const head = { typ: "dpop+jwt", alg: "ES256", jwk: key.jwk };
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: location.origin + base + path,
    iat: Math.floor(serverNow() / 1000),
  };
  const input = `${part(head)}.${part(claims)}`;
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  return `${input}.${base64url(await crypto.subtle.sign(algorithm, key.privateKey, utf8(input)))}`;
}

// ---- One thing to do next, at a time ----

let timer = 0;
let nextStep = null;
let nextAt = 0;

function schedule(step, millis) {
  nextStep = step;
  nextAt = Date.now() + millis;
  clearTimeout(timer);
  // Timers hold 31 bits, and a laptop that slept should not wait out the rest.
  timer = setTimeout(wake, Math.min(millis, 60_000));
}

function stop() {
  nextStep = null;
  clearTimeout(timer);
}

function wake() {
  if (nextStep && Date.now() >= nextAt) run(nextStep);
  else if (nextStep) schedule(nextStep, nextAt - Date.now());
}

/** What the fan asked for by a click while another request was on its way. */
let insisted = null;

async function run(step, insist = false) {
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
  }
}

function reached() {
  state.trouble = null;
  state.failures = 0;
}

// ---- Steps ----

async function join() {
  const wish = state.entry ? { entry: state.entry } : {};
  if (state.keyed) {
    const key = await ownKey();
    if (!key) return show("keyless");
    wish.jkt = key.jkt;
  }
  const answer = await ask("POST", "/places", wish);
  reached();
  if (answer.status === 200 || answer.status === 201) {
    state.fresh = answer.status === 201;
    state.atDoor = false;
    remember("place", "1", true);
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
    state.opensAt = Date.parse(answer.body.opensAt);
    // Before the draw nobody gains by coming first, so a crowd need not come in one instant.
    return schedule(join, Math.max(0, state.opensAt - serverNow()) + Math.random() * 3_000);
  }
  return refused(join, answer);
}

async function poll() {
  const answer = await ask("GET", "/places/me");
  reached();
  if (answer.status === 200) return took(answer.body);
  if (answer.status === 401) {
    remember("place", null, true);
    if (state.fresh) return show("cookies");
    return schedule(join, 0);
  }
  return refused(poll, answer);
}

async function claim() {
  const key = state.keyed ? await keptKey().catch(() => null) : null;
  const headers = key ? { dpop: await proof(key, "POST", "/admissions") } : {};
  const answer = await ask("POST", "/admissions", {}, headers);
  reached();
  if (answer.status === 200 || answer.status === 201) return goIn(answer.body.resume);
  if (answer.code === "moment-please") {
    state.atDoor = true;
    if (answer.body.place) keep(answer.body.place);
    if (answer.body.place?.phase === "paused") await askStatus();
    state.view = answer.body.place?.state === "waiting" ? "line" : "door";
    return schedule(claim, answer.retryMillis);
  }
  state.atDoor = false;
  if (answer.code === "not-your-turn") return took(answer.body.place);
  if (answer.code === "proof-required" && !state.keyed) return withKey(claim);
  if (answer.code.startsWith("proof-")) return show("stranger");
  if (answer.status === 401) {
    if (state.fresh) return show("cookies");
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
  if (answer.code === "queue-full") {
    state.view = "full";
    return schedule(step, answer.retryMillis);
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
  state.detail = answer.body.detail ?? "";
  show(scenes[answer.code] ?? "refused");
}

/** A claim is tried again only where the fan sees it. */
const unlessHidden = (step) => () => (step !== claim || mayGoInByItself() ? step() : poll());

function show(view) {
  stop();
  state.view = view;
}

/** Keeps a place that was told, for showing. */
function keep(place) {
  state.place = place;
  state.updatedAt = Date.now();
  root.dataset.phase = place.phase;
  root.dataset.state = place.state;
  if (place.ahead !== null && remembered(farthest(place)) === null) {
    remember(farthest(place), String(place.ahead));
  }
}

const farthest = (place) => `farthest:${place.epoch}:${place.arrival}`;

async function took(place) {
  keep(place);
  state.view = viewOf(place);
  if (state.view === "ended" || state.view === "over") return stop();
  if (wantsStatus(place)) await askStatus();
  if (state.view === "called" || state.view === "admitted") {
    if (mayGoInByItself()) return schedule(claim, 0);
    return schedule(poll, place.pollAfterMillis);
  }
  schedule(poll, soonAfterTheStart(place));
}

function viewOf(place) {
  const outside = place.state === "waiting" || place.state === "called";
  return outside && ["ended", "sold-out"].includes(place.phase) ? place.phase : place.state;
}

/** Where a place leaves open why it waits. */
function wantsStatus(place) {
  if (place.phase === "paused" || place.phase === "sold-out") return true;
  const unsaid = place.position === null || place.estimate === null;
  const known = Date.now() - state.statusAt < 30_000;
  return place.phase === "on-sale" && place.state === "waiting" && unsaid && !known;
}

/** As the server said, but not much later than the draw. */
function soonAfterTheStart(place) {
  const untilStart = Date.parse(place.onSaleAt) - serverNow();
  return untilStart > 0
    ? Math.min(place.pollAfterMillis, untilStart + 500 + Math.random() * 2_500)
    : place.pollAfterMillis;
}

function mayGoInByItself() {
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

// ---- Scenes ----

const STAYS = "Keep this page open. When it is your turn, it takes you in by itself.";
const scenes = {
  joining: () => ({ headline: "Finding your place…" }),
  closed: () => ({
    headline: "The queue opens soon",
    lead: "You get a place by yourself when it opens. Coming first gives no advantage.",
    clock: { label: "Opens in", until: state.opensAt, showAt: true },
  }),
  waiting: () => {
    const place = state.place;
    if (place.phase === "paused") return paused(place);
    // Such a place is told no time; a status from before may still say what has been changed since.
    if (place.estimate === null && state.status?.mode === "reject") return scenes.rejected();
    if (place.position !== null) return inLine(place);
    if (place.phase === "on-sale") return inARound();
    if (place.phase !== "drawing" && !place.onSaleAt) return beforeTheDraw(null);
    const start = Date.parse(place.onSaleAt);
    return start > serverNow() && place.phase !== "drawing" ? beforeTheDraw(start) : drawing();
  },
  called: () => (state.place?.phase === "paused" ? pausedAtTheDoor() : {
    headline: "It is your turn",
    lead: "Go in now. Your turn is kept until the time is up.",
    clock: { label: "Your turn lasts another", until: turnEnd() },
    enter: true,
  }),
  door: () => (state.place?.phase === "paused" ? pausedAtTheDoor() : {
    headline: "You are at the door",
    lead: "It is your turn, and the next free place inside is yours. This page takes it by itself.",
    enter: true,
  }),
  line: () => ({ headline: "One moment, please", lead: "The order is being worked out. Your place is kept." }),
  admitted: () => ({ headline: "You are in", lead: "The shop is open to you.", enter: true }),
  inside: () => ({ headline: "You are in", lead: "The shop is open to you now. Go back to the page you came from.", plain: true }),
  over: () => ({
    headline: "Your turn is over",
    lead: "Your turn was not taken in time, or your visit has ended. You can join again at the end of the queue.",
    rejoin: "Join again",
  }),
  reset: () => ({
    headline: "The queue has begun anew",
    lead: "The organiser has reset this queue, so earlier places no longer count. One click takes you in again.",
    rejoin: "Join again",
  }),
  ended: () => ({ headline: "This sale has ended", lead: "Nobody is let in any more. Thank you for waiting." }),
  "sold-out": () => (state.status?.remaining?.pending > 0 ? {
    headline: "Sold out for now",
    lead: "Everything is sold. Tickets that are held may come back, and this page looks by itself.",
  } : {
    headline: "Sold out",
    lead: "Everything has been sold. Thank you for waiting.",
    plain: true,
  }),
  rejected: () => ({
    headline: "Nobody is let in",
    lead: "The organiser lets nobody in here at the moment. This page looks again by itself.",
    plain: true,
  }),
  entry: () => ({
    headline: "This entry link is not valid",
    lead: "It may have expired, or be for another event. You can join the queue without it.",
    rejoin: "Join without it",
  }),
  full: () => ({ headline: "The queue is full", lead: "Every place has been handed out. This page tries again by itself." }),
  cookies: () => ({
    headline: "Please allow cookies",
    lead: "Your browser does not keep our cookie, and without it we cannot know your place again. Allow cookies for this site, then try again.",
    rejoin: "Try again",
  }),
  keyless: () => ({
    headline: "Please allow site data",
    lead: "Places of this event are bound to your browser by a key, and yours cannot make or keep one. Allow this site to store data, or use another browser, then try again.",
    rejoin: "Try again",
  }),
  stranger: () => ({
    headline: "This place belongs to another browser",
    lead: "It can be taken up only in the browser that joined, and this one does not have its key: the site's data may have been cleared. If you have the other browser, go on there.",
    rejoin: "Join again at the end",
  }),
  unknown: () => ({ headline: "This queue does not exist", lead: "Please check the address." }),
  refused: () => ({ headline: "That did not work", lead: state.detail, rejoin: "Try again" }),
};

const turnEnd = () => (state.place?.turnEndsAt ? Date.parse(state.place.turnEndsAt) : null);

const WHEN_THEY_SAY_SO = "The sale starts when the organiser says so.";
const clockTo = (start) => (start ? { label: "The sale starts in", until: start, showAt: true } : null);

const beforeTheDraw = (start) => ({
  headline: "You are in the draw",
  lead: start
    ? "When the sale starts, everyone here is put in a random order. Coming first gives no advantage."
    : `${WHEN_THEY_SAY_SO} Then everyone here is put in a random order. Coming first gives no advantage.`,
  clock: clockTo(start),
  wait: wait("Depending on the draw, your turn comes"),
});

const inARound = () => (state.status?.mode === "random-rounds" ? {
  headline: "You are in this round",
  lead: "When it closes, everyone who came in this round is put in a random order, behind the rounds before it.",
  clock: { label: "The round closes in", until: Date.parse(state.status.round?.closesAt) },
  wait: wait("Depending on the draw, your turn comes"),
} : {
  headline: "One moment, please",
  lead: "Your place is kept.",
});

const drawing = () => ({
  headline: "The draw is happening",
  lead: "Everyone who came before the start is being put in a random order. This takes a moment.",
});

const inLine = (place) => (place.phase === "waiting" || place.phase === "scheduled" ? {
  headline: "You are in line",
  lead: `${place.onSaleAt ? "" : WHEN_THEY_SAY_SO} Fans are called in the order in which they came.`.trim(),
  clock: clockTo(place.onSaleAt && Date.parse(place.onSaleAt)),
  line: place,
  wait: wait("Your turn comes"),
} : {
  headline: place.ahead === 0 ? "You are next" : "You are in line",
  lead: allHeld() ? "Everything is sold or held at the moment. Tickets that are held may come back." : STAYS,
  line: place,
  wait: wait("Your turn comes"),
});

function allHeld() {
  const left = Date.now() - state.statusAt < 60_000 ? state.status?.remaining : null;
  return left?.free === 0 && left.pending > 0;
}

const pausedAtTheDoor = () => ({
  headline: "Paused just before your turn",
  lead: `${pauseReason()} You are next in as soon as the queue moves on, and no time of yours runs.`.trim(),
});

const pauseReason = () => state.status?.pauseReason || "";

const paused = (place) => ({
  headline: "The queue is paused",
  lead: pauseReason() || "Nobody is let in at the moment. Your place is kept, and the queue goes on from here.",
  line: place.position === null ? null : place,
});

// ---- How long it takes, no more precisely than it is known ----

const wait = (lead) => (state.place?.estimate ? `${lead} ${span(state.place.estimate)}.` : null);

function span({ low, high }) {
  if (high <= 60) return "in less than a minute";
  if (low >= 86_400) return "in more than a day";
  const least = low < 60 ? null : rough(low, Math.floor, high);
  const most = rough(high, Math.ceil, high);
  if (!least) return `within ${most.text} ${units(most)}`;
  if (least.unit !== most.unit) {
    return `in about ${least.text} ${units(least)} to ${most.text} ${units(most)}`;
  }
  const from = least.value === most.value ? "" : `${least.text} to `;
  return `in about ${from}${most.text} ${units(most)}`;
}

const units = ({ value, unit }) => (value === 1 ? unit : `${unit}s`);

/** In minutes, from twenty on in fives; where the longest is two hours or more, in half hours. */
function rough(seconds, round, longest) {
  if (longest >= 7_200 && seconds >= 3_600) {
    const value = round(seconds / 1_800) / 2;
    const half = Number.isInteger(value) ? "" : "½";
    return { value, text: number.format(Math.floor(value)) + half, unit: "hour" };
  }
  const minutes = round(seconds / 60);
  const value = minutes >= 20 ? 5 * round(minutes / 5) : minutes;
  return { value, text: number.format(value), unit: "minute" };
}

// ---- Showing ----

function put(id, text) {
  const element = at(id);
  if (element.textContent !== text) element.textContent = text;
}

function toggle(id, shown) {
  at(id).hidden = !shown;
}

function render() {
  const scene = scenes[state.view]();
  root.dataset.view = state.view;
  put("headline", scene.headline);
  put("lead", scene.lead ?? "");
  toggle("lead", Boolean(scene.lead));
  renderClock(scene.clock);
  renderLine(scene.line);
  put("wait", scene.wait ?? "");
  toggle("wait", Boolean(scene.wait));
  renderFacts(scene);
  renderNotes();
  toggle("enter", Boolean(scene.enter));
  toggle("rejoin", Boolean(scene.rejoin));
  put("rejoin", scene.rejoin ?? "Join again");
  document.title = pageTitle(scene);
  speak(scene);
}

function pageTitle(scene) {
  if (scene.enter) return `▶ ${scene.headline} – ${eventTitle}`;
  if (scene.line) return `${number.format(scene.line.ahead)} ahead – ${eventTitle}`;
  return eventTitle;
}

function renderClock(shown) {
  const until = shown?.until;
  toggle("clock", Boolean(until) && until > serverNow());
  if (!until) return;
  put("clock-label", shown.label);
  put("clock-at", shown.showAt ? `on ${dayAndTime.format(until - clock.offset)}` : "");
  const text = duration(until - serverNow());
  put("countdown", text);
  at("countdown").classList.toggle("long", text.length > 8);
}

function duration(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const two = (value) => String(value).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

function renderLine(place) {
  toggle("line", Boolean(place));
  if (!place) return;
  put("ahead", number.format(place.ahead));
  put("ahead-label", place.ahead === 1 ? "fan ahead of you" : "fans ahead of you");
  const from = Number(remembered(farthest(place)) ?? place.ahead);
  toggle("progress", from > 0);
  at("progress").value = from > 0 ? Math.round(1000 * (1 - place.ahead / from)) : 1000;
}

function renderFacts(scene) {
  const place = state.place;
  const shown = place && !scene.rejoin && !scene.plain && state.view !== "ended";
  toggle("facts", Boolean(shown));
  toggle("keep", Boolean(shown));
  if (!shown) return;
  // Fans count from one.
  put("position", place.position === null ? "–" : number.format(place.position + 1));
  put("arrival", number.format(place.arrival + 1));
  toggle("position-fact", place.position !== null);
  put("updated", clockTime.format(state.updatedAt));
}

const TROUBLE = {
  offline: "We cannot reach the queue at the moment. Your place is kept; this page keeps trying.",
  restoring: "The queue is coming back. Your place is kept; this page keeps trying.",
};

function renderNotes() {
  toggle("trouble", Boolean(state.trouble));
  put("trouble", TROUBLE[state.trouble] ?? "");
  const message = state.place ? state.place.message : state.status?.message;
  toggle("message", Boolean(message));
  put("message", message?.text ?? "");
  if (message) at("message").lang = message.lang;
}

// ---- For listeners: milestones only, never every number ----

let lastSpoken = "";

function speak(scene) {
  const step = scene.line ? milestone(scene.line.ahead) : "";
  const text = state.trouble
    ? TROUBLE[state.trouble]
    : `${scene.headline}. ${step || scene.lead || ""}`;
  if (text === lastSpoken) return;
  lastSpoken = text;
  put("spoken", text);
}

function milestone(ahead) {
  if (ahead === 0) return "";
  const below = [10, 100, 1_000, 10_000, 100_000, 1_000_000].find((bound) => ahead <= bound);
  return below ? `At most ${number.format(below)} fans ahead of you.` : "";
}

// ---- What wakes the page ----

function comeBack() {
  if (document.visibilityState !== "visible") return;
  render();
  const claimable = state.view === "called" || state.view === "admitted" || state.view === "door";
  if (claimable && mayGoInByItself()) run(claim);
  else if (nextStep && state.view !== "closed") {
    // A moment's flicker between tabs is no reason to ask again.
    const stale = !state.updatedAt || Date.now() - state.updatedAt > 2_000;
    if (stale) run(nextStep);
  } else wake();
}

function askedAgain() {
  if (state.view === "over") dropEntry(); // Its one place has been used up.
  root.dataset.state = "";
  Object.assign(state, { place: null, fresh: false, atDoor: false, view: "joining" });
  at("headline").focus();
  run(join, true);
}

async function start() {
  if (document.prerendering) {
    await new Promise((go) => document.addEventListener("prerenderingchange", go, { once: true }));
  }
  at("enter").addEventListener("click", () => run(claim, true));
  at("rejoin").addEventListener("click", askedAgain);
  document.addEventListener("visibilitychange", comeBack);
  addEventListener("pageshow", (shown) => shown.persisted && comeBack());
  addEventListener("online", () => nextStep && run(nextStep));
  setInterval(() => document.visibilityState === "visible" && render(), 250);
  if (!navigator.cookieEnabled) {
    show("cookies");
    return render();
  }
  takeEntry();
  // A fan who comes back after the turn should hear so, not silently stand at the end again.
  run(remembered("place") && !state.entry ? poll : join);
}

start();
