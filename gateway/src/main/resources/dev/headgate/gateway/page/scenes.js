import { state } from "./here.js";
import { serverNow } from "./clock.js";
import { wait } from "./waits.js";
import { say } from "./words.js";

// Scenes

/** A headline and what leads on from it, by the name of both messages, and what else is shown. */
const told = (name, more) => ({ headline: say(`${name}.headline`), lead: say(`${name}.lead`), ...more });

export const scenes = {
  joining: () => ({ headline: say("joining.headline") }),
  checking: () => told("checking"),
  closed: () => told("closed", {
    clock: { label: say("clock.opens"), until: state.opensAt, showAt: true },
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
  called: () => (state.place?.phase === "paused" ? pausedAtTheDoor() : told("called", {
    clock: { label: say("clock.turn"), until: turnEnd() },
    enter: true,
  })),
  door: () => (state.place?.phase === "paused" ? pausedAtTheDoor() : told("door", { enter: true })),
  line: () => told("moment"),
  admitted: () => told("admitted", { enter: true }),
  inside: () => told("inside", { plain: true }),
  over: () => told("over", { rejoin: say("rejoin.again") }),
  reset: () => told("reset", { rejoin: say("rejoin.again") }),
  ended: () => told("ended"),
  "sold-out": () => (state.status?.remaining?.pending > 0
    ? told("sold-for-now") : told("sold-out", { plain: true })),
  rejected: () => told("rejected", { plain: true }),
  entry: () => told("entry", { rejoin: say("rejoin.without") }),
  full: () => told("full"),
  unchecked: () => told("unchecked", { rejoin: say("rejoin.retry") }),
  cookies: () => told("cookies", { rejoin: say("rejoin.retry") }),
  keyless: () => told("keyless", { rejoin: say("rejoin.retry") }),
  stranger: () => told("stranger", { rejoin: say("rejoin.end") }),
  unknown: () => told("unknown"),
  many: () => ({ headline: say("moment.headline"), lead: say("many.lead") }),
  refused: () => ({
    headline: say("refused.headline"),
    lead: (REFUSALS[state.refusal] ?? REFUSALS.other)(),
    rejoin: say("rejoin.retry"),
  }),
};

/** What a fan can do about it. Most such codes say that the page itself asked in a wrong way. */
const REFUSALS = {
  "cross-site": () => say("refused.address"),
  "headers-too-large": () => say("refused.cookies"),
  other: () => say("refused.lead"),
};

export const turnEnd = () => (state.place?.turnEndsAt ? Date.parse(state.place.turnEndsAt) : null);

const clockTo = (start) => (start ? { label: say("clock.starts"), until: start, showAt: true } : null);

const beforeTheDraw = (start) => ({
  ...(start ? told("draw") : told("draw-unset")), clock: clockTo(start), wait: wait("wait.draw"),
});

const inARound = () => (state.status?.mode === "random-rounds" ? told("round", {
  clock: { label: say("clock.round"), until: Date.parse(state.status.round?.closesAt) },
  wait: wait("wait.draw"),
}) : { headline: say("moment.headline"), lead: say("kept.lead") });

const drawing = () => told("drawing");

const inLine = (place) => (place.phase === "waiting" || place.phase === "scheduled" ? {
  headline: say("line.headline"),
  lead: say(place.onSaleAt ? "early.lead" : "early-unset.lead"),
  clock: clockTo(place.onSaleAt && Date.parse(place.onSaleAt)),
  line: place,
  wait: wait("wait.turn"),
} : {
  headline: say(place.ahead === 0 ? "next.headline" : "line.headline"),
  lead: say(allHeld() ? "held.lead" : "line.lead"),
  line: place,
  wait: wait("wait.turn"),
});

function allHeld() {
  const left = Date.now() - state.statusAt < 60_000 ? state.status?.remaining : null;
  return left?.free === 0 && left.pending > 0;
}

const pausedAtTheDoor = () => ({
  headline: say("paused-turn.headline"),
  lead: `${pauseReason()} ${say("paused-turn.lead")}`.trim(),
});

const pauseReason = () => state.place.pause?.reason || "";

const paused = (place) => ({
  headline: say("paused.headline"),
  lead: pauseReason() || say("paused.lead"),
  lang: place.pause?.reason && place.pause.lang,
  line: place.position === null ? null : place,
});
