import { state } from "./here.js";
import { serverNow } from "./clock.js";
import { wait } from "./waits.js";

// Scenes

const STAYS = "Keep this page open. When it is your turn, it takes you in by itself.";
export const scenes = {
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

export const turnEnd = () => (state.place?.turnEndsAt ? Date.parse(state.place.turnEndsAt) : null);

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
