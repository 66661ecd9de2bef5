import { event, base } from "./here.js";
import { remembered, remember } from "./memory.js";

// The commitments as they were before the draw, and the documents that tell them

/** What this page saw, for browsers that keep nothing. */
const seenHere = new Map();

let noting = "";

/** The text of a draw document. */
export async function drawText(epoch, which = "") {
  const abort = AbortSignal.timeout ? AbortSignal.timeout(10_000) : undefined;
  const answer = await fetch(`${base}/draw?epoch=${epoch}${which}`, { signal: abort });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** Which draw a place takes part in: its lane, or the round that its arrival number is of. */
export function drawOf(place, document) {
  if (place.lane > 0) {
    return { drawId: `${event}/lane/${place.lane}`, lane: place.lane, round: null, which: `&lane=${place.lane}` };
  }
  const rounds = Array.isArray(document?.rounds) ? document.rounds : [];
  const isIn = ({ first, entrants }) => first <= place.arrival
    && (entrants === null || place.arrival < first + entrants);
  const round = rounds.findLast(isIn);
  return round
    ? { drawId: `${event}/round/${round.number}`, lane: 0, round: round.number, which: `&round=${round.number}` }
    : { drawId: event, lane: 0, round: null, which: "" };
}

const noteName = (epoch, drawId) => `commitment:${epoch}:${drawId}`;

/** Once, at some moment before the draw: a crowd that just came need not ask in one instant. */
export function noteCommitment(place) {
  const name = `${place.epoch}:${place.lane ?? 0}:${place.arrival}`;
  if (place.position !== null || noting === name) return;
  noting = name;
  setTimeout(() => note(place).catch(noteLater), 500 + Math.random() * 5_000);
}

function noteLater() {
  setTimeout(() => { noting = ""; }, 30_000 + Math.random() * 30_000);
}

async function note(place) {
  const document = JSON.parse(await drawText(place.epoch));
  const { drawId, lane, round } = drawOf(place, document);
  const own = round !== null ? document.rounds.find((one) => one.number === round)
    : lane > 0 ? document.lanes?.find((one) => one.lane === lane) : document;
  if (document.epoch !== place.epoch || typeof own?.commitment !== "string" || own.seed !== null) return;
  const name = noteName(place.epoch, drawId);
  // What was seen first counts, whatever is said later.
  if (commitmentSeen(place.epoch, drawId) !== null) return;
  seenHere.set(name, own.commitment);
  remember(name, own.commitment, true);
}

/** The commitment that this browser saw before the draw, or null. */
export const commitmentSeen = (epoch, drawId) => seenHere.get(noteName(epoch, drawId))
  ?? remembered(noteName(epoch, drawId));
