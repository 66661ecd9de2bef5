import { sha256, hexOf } from "./sha256.js";
import { bytesOf, lotteryOrder } from "./lottery.js";

// What there is to check of a published draw. Each step is true, false, or null where nobody knows.

/** As many as ./headgate verify-draw takes: a document must not ask for all the memory there is. */
const MOST_ENTRANTS = 20_000_000;

const wholeNumber = (value) => Number.isInteger(value) && value >= 0 && value <= MOST_ENTRANTS;
const isHex = (value, pattern) => typeof value === "string" && pattern.test(value);

/**
 * Checks it for one place.
 *
 * @param document the published one
 * @param fan event, epoch, drawId, lane and round (null for none), arrival and the position told
 * @param known the commitment seen before the draw and the entrants of the status, or null
 */
export function drawSteps(document, fan, known) {
  const steps = [{ step: "document", holds: isOfThisDraw(document, fan) }];
  if (!steps[0].holds) return steps;
  const { seed, commitment, entrants } = document;
  const said = commitment.toLowerCase();
  steps.push({ step: "seed", holds: hexOf(sha256(bytesOf(seed))) === said });
  steps.push({ step: "before", holds: known.commitment ? known.commitment.toLowerCase() === said : null });
  const agreed = known.entrants === null || known.entrants === entrants;
  const among = fan.round === null || (fan.arrival >= document.first && fan.arrival < document.first + entrants);
  steps.push({ step: "entrants", holds: agreed && among, n: entrants });
  steps.push(orderStep(document, fan));
  steps.push(gapStep(document.gaps ?? [], fan.arrival));
  const demoted = document.demotedCount ?? 0;
  if (demoted !== 0) steps.push({ step: "demoted", holds: null, n: Number(demoted) || 0 });
  return steps;
}

function isOfThisDraw(document, fan) {
  return document?.algorithm === "headgate-lottery-v1"
    && document.event === fan.event
    && document.epoch === fan.epoch
    && (document.drawId ?? document.event) === fan.drawId
    && (fan.round === null || (document.round === fan.round && wholeNumber(document.first)))
    && wholeNumber(document.entrants)
    && isHex(document.seed, /^[0-9a-f]{64}$/i)
    && isHex(document.commitment, /^[0-9a-f]{64}$/i)
    && (document.beacon === null || isHex(document.beacon, /^([0-9a-f]{2}){0,1024}$/i));
}

function orderStep(document, fan) {
  const first = fan.round === null ? 0 : document.first;
  const number = fan.arrival - first;
  const drawn = number >= 0 && number < document.entrants;
  const seed = bytesOf(document.seed);
  const beacon = bytesOf(document.beacon ?? "");
  const position = drawn
    ? first + lotteryOrder(fan.drawId, seed, beacon, document.entrants).indexOf(number)
    : fan.arrival;
  return { step: drawn ? "order" : "late", holds: position === fan.position, drawn: position };
}

function gapStep(gaps, arrival) {
  const sound = Array.isArray(gaps)
    && gaps.every((gap) => Number.isInteger(gap?.from) && Number.isInteger(gap.to) && gap.from < gap.to);
  const n = sound ? gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0) : 0;
  return { step: "gaps", holds: sound && !gaps.some((gap) => gap.from <= arrival && arrival < gap.to), n };
}
