import { base, event, state } from "./here.js";
import { clock, setClock, serverNow } from "./clock.js";
import { held } from "./ask.js";

// What is told of the place by itself: by a stream where it lives, one for all tabs of a fan.
// All of it may fail, since the page asks by itself whenever it has heard nothing for a while.

const FIRST_WORD = 5_000; // Later than that something in between holds events back.
export const SILENCE = 45_000; // The server is heard of every 15 s.
const LONG_REST = 300_000;
const REST = 60_000; // After it broke twice.
const ENOUGH = 60_000; // A stream that lived so long has not failed.

/** Tabs of one browser may come to hold different places, and each place has a line of its own. */
const topicOf = ({ epoch, lane, arrival }) => `headgate:${event}:${epoch}:${lane ?? 0}:${arrival}`;

const line = {
  topic: "",
  tell: null, // who is told what is heard; null while nobody listens
  tabs: null, // the way to the other tabs
  quit: null, // ends the listening
  cut: null, // ends the stream under way
  awake: null, // ends a rest
  heardAt: 0,
  breaks: 0,
  restUntil: 0,
};

/** Begins to listen, or goes on; what is heard is handed over. */
export function follow(tell) {
  const topic = topicOf(state.place);
  if (line.tell && line.topic === topic) return;
  unfollow();
  line.topic = topic;
  line.tell = tell;
  line.quit = new AbortController();
  // A place that only this tab knows of is nobody else's news.
  if (!state.ticket && navigator.locks && "BroadcastChannel" in window) shareLine();
  else lead();
}

function shareLine() {
  try {
    line.tabs = new BroadcastChannel(line.topic);
    line.tabs.onmessage = ({ data }) => hearOf(data, true);
    navigator.locks.request(line.topic, { signal: line.quit.signal }, lead).catch(loneOnRefusal);
  } catch {
    lead();
  }
}

/** A browser that keeps nothing for the site refuses locks, too. */
function loneOnRefusal(refused) {
  if (refused?.name === "SecurityError") lead();
}

/** Listens no more: nothing can come, or another tab shall take the stream over. */
export function unfollow() {
  if (!line.tell) return;
  line.tell = null;
  line.heardAt = 0;
  line.quit.abort();
  line.cut?.abort();
  line.awake?.();
  line.tabs?.close();
  line.tabs = null;
}

/** After a sleep a stream may be dead without knowing. */
export function freshLine() {
  line.restUntil = 0;
  line.breaks = 0;
  if (!isFollowed()) line.cut?.abort();
  line.awake?.();
}

export const isFollowed = () => Date.now() - line.heardAt < SILENCE;

export const heardLately = () => Date.now() - line.heardAt < 20_000;

/** Lets the other tabs know what this one has found out. */
export function share(told) {
  line.tabs?.postMessage(told);
}

function hearOf(told, fromTab = false) {
  if (!line.tell) return;
  if (told.lost) line.heardAt = 0;
  else if (!told.polled) line.heardAt = Date.now();
  if (!fromTab) {
    share(told);
    if (told.place) correctClock(told.place.serverTime);
  }
  line.tell(told);
}

/** How long it was on its way is not known, so that only a clock that is far off is set by it. */
function correctClock(serverTime) {
  if (Math.abs(Date.parse(serverTime) - serverNow()) < 5_000) return;
  Object.assign(clock, { error: Infinity });
  setClock(serverTime, Date.now() - 1_000, Date.now());
}

/** For as long as this tab has the line, which is as long as it is open. */
async function lead() {
  const mine = line.quit;
  while (!mine.signal.aborted) {
    const rest = line.restUntil - Date.now();
    if (rest > 0) await sleep(rest);
    else await stream(mine);
  }
}

const sleep = (millis) => new Promise((wake) => {
  line.awake = wake;
  setTimeout(wake, millis);
});

const restFor = (millis) => {
  line.restUntil = Date.now() + millis * (0.75 + Math.random() / 2);
};

async function stream(mine) {
  const openedAt = Date.now();
  const watch = watchdog();
  try {
    const headers = { accept: "text/event-stream", ...held() };
    const { signal } = line.cut;
    const init = { headers, cache: "no-store", credentials: "same-origin", signal };
    const response = await fetch(`${base}/places/me/events`, init);
    const type = response.headers.get("content-type") ?? "";
    const streams = response.status === 200 && type.startsWith("text/event-stream");
    if (!streams) return refusedToStream(response);
    await readAll(response.body.getReader(), watch);
  } catch {
    // Broken, or cut: told below.
  } finally {
    watch.stop();
  }
  if (!mine.signal.aborted) broken(watch, Date.now() - openedAt);
}

/** Cuts a stream that says nothing. */
function watchdog() {
  const cut = new AbortController();
  line.cut = cut;
  const watch = {
    late: false,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(() => cut.abort(), SILENCE);
    },
    stop: () => clearTimeout(timer),
  };
  let timer = setTimeout(() => {
    watch.late = true;
    cut.abort();
  }, FIRST_WORD);
  return watch;
}

async function readAll(reader, watch) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    watch.heard();
    const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = parts.pop();
    parts.forEach(hearPart);
  }
}

function hearPart(part) {
  const fields = Object.fromEntries(part.split("\n").map((one) => one.split(/: ?(.*)/s)));
  if (!fields.data) return hearOf({ beat: true });
  const data = JSON.parse(fields.data);
  if (fields.event === "place") return hearOf({ place: data });
  if (fields.event !== "gone") return undefined;
  // Other devices of this fan listen: this page goes on by asking.
  if (data.type.endsWith("followed-elsewhere")) return restFor(LONG_REST);
  return hearOf({ gone: data });
}

function refusedToStream(response) {
  const seconds = Number(response.headers.get("retry-after"));
  restFor(seconds > 0 ? seconds * 1_000 : LONG_REST);
  response.body?.cancel();
  // The answer to a look says more.
  if (response.status === 401 || response.status === 410) hearOf({ lost: true });
}

function broken(watch, livedMillis) {
  line.breaks = livedMillis > ENOUGH ? 1 : line.breaks + 1;
  const resting = line.restUntil > Date.now();
  if (watch.late) restFor(LONG_REST);
  else if (!resting) restFor(line.breaks >= 2 ? REST : 2_000 + Math.random() * 8_000);
  hearOf({ lost: true });
}
