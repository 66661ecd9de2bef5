import { event, at, state } from "./here.js";
import { askStatus } from "./ask.js";
import { drawText, drawOf, commitmentSeen, noteCommitment } from "./draw-memory.js";
import { canSpeak, say } from "./words.js";

// Check my draw

/** The last check: of which place, what came of it, and what can be saved. */
const check = { of: "", busy: false, outcome: "", steps: [], beacon: false, saved: null, seen: "" };
let shownLines = "";

const placeName = (place) => `${place.epoch}:${place.lane ?? 0}:${place.arrival}:${place.position}`;

export function watchDraw() {
  at("draw").addEventListener("toggle", () => at("draw").open && check.outcome === "" && checkDraw());
  at("draw-again").addEventListener("click", checkDraw);
}

async function checkDraw() {
  const place = state.place;
  if (check.busy || !place || place.position === null) return;
  forget(place);
  check.busy = true;
  tell("draw.working");
  renderDraw(true);
  try {
    await checked(place);
  } catch {
    check.outcome = "failed";
  }
  check.busy = false;
  renderDraw(true);
  tell(verdictKey());
}

function forget(place) {
  if (check.saved) URL.revokeObjectURL(check.saved);
  Object.assign(check, { of: placeName(place), outcome: "", steps: [], beacon: false, saved: null });
}

async function checked(place) {
  const [main] = await Promise.all([drawText(place.epoch), askStatus()]);
  const draw = drawOf(place, parsed(main));
  const document = parsed(draw.which ? await drawText(place.epoch, draw.which) : main);
  const known = { commitment: commitmentSeen(place.epoch, draw.drawId), entrants: entrantsSaid(draw) };
  const { epoch, arrival, position } = place;
  const { drawId, lane, round } = draw;
  const fan = { event, epoch, drawId, lane, round, arrival, position };
  if (isUndrawn(document, fan, known)) {
    check.outcome = "none";
    return;
  }
  // The fan is to paste it into a shell, so that it must be what it should be.
  check.seen = /^[0-9a-f]{64}$/i.test(known.commitment) ? known.commitment : "";
  const { steps } = await workedOut({ document, fan, known });
  check.steps = steps;
  check.beacon = Boolean(document?.beacon);
  check.outcome = steps.some(({ holds }) => holds === false) ? "wrong" : "right";
  // The document as it is, which the command reads, and beside it what was found.
  const file = { ...document, checked: { at: new Date().toISOString(), ...fan, known, steps } };
  check.saved = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}

/** First come, first served: nobody took part in a draw, and the position says so, too. */
const isUndrawn = (document, fan, known) => document.event === event && document.epoch === fan.epoch
  && !document.entrants && known.commitment === null && fan.position === fan.arrival;

/** In rounds the status counts them all together. */
function entrantsSaid({ lane, round }) {
  if (round !== null || state.status?.epoch !== state.place?.epoch) return null;
  const said = lane > 0 ? state.status.lanes?.find((one) => one.lane === lane) : state.status;
  return said?.entrants ?? null;
}

function workedOut(work) {
  const worker = new Worker(at("draw").dataset.worker);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(work);
  }).finally(() => worker.terminate());
}

// Showing

const VERDICTS = {
  right: "draw.right", wrong: "draw.wrong", none: "draw.none", failed: "draw.failed", "": "draw.working",
};

const verdictKey = () => VERDICTS[check.outcome];

const positionOf = () => ({ position: (state.place?.position ?? 0) + 1 });

/** Once at the beginning and once at the end, in the one region that speaks. */
function tell(key) {
  if (canSpeak()) at("spoken").textContent = say(key, positionOf());
}

const STEPS = {
  document: [() => say("draw.document.yes"), () => say("draw.document.no")],
  seed: [() => say("draw.seed.yes"), () => say("draw.seed.no")],
  before: [() => say("draw.before.yes"), () => say("draw.before.no"), () => say("draw.before.open")],
  entrants: [({ n }) => say("draw.entrants.yes", { n }), ({ n }) => say("draw.entrants.no", { n })],
  order: [(found) => say("draw.order.yes", found), (found) => say("draw.order.no", found)],
  late: [(found) => say("draw.late.yes", found), (found) => say("draw.late.no", found)],
  gaps: [({ n }) => say("draw.gaps.yes", { n }), ({ n }) => say("draw.gaps.no", { n })],
  demoted: [null, null, ({ n }) => say("draw.demoted.open", { n })],
};

const MARKS = [["✓", () => say("draw.holds")], ["✗", () => say("draw.fails")], ["–", () => say("draw.open")]];

/** With a place to check it is offered; a place that changed makes an old answer void. */
export function renderDraw(shown) {
  const place = state.place;
  if (place) noteCommitment(place);
  const draw = at("draw");
  draw.hidden = !shown || !place || place.position === null;
  if (draw.hidden) return;
  if (check.of !== placeName(place) && !check.busy) {
    if (check.outcome !== "") draw.open = false;
    forget(place);
  }
  const lines = check.steps.map(stepLine);
  const words = [check.outcome || check.busy ? say(verdictKey(), positionOf()) : "", ...lines.map((line) => line.join(" "))];
  const signature = `${check.busy}${check.outcome}${words.join("\n")}`;
  if (signature === shownLines) return;
  shownLines = signature;
  draw.dataset.outcome = check.outcome;
  at("draw-verdict").textContent = words[0];
  at("draw-steps").replaceChildren(...lines.map(stepElement));
  at("draw-steps").hidden = lines.length === 0;
  at("draw-again").setAttribute("aria-disabled", String(check.busy));
  at("draw-beacon").textContent = say(check.beacon ? "draw.beacon" : "draw.without");
  showSaved(place);
}

function stepLine(found) {
  const which = found.holds === null ? 2 : found.holds ? 0 : 1;
  const [mark, spoken] = MARKS[which];
  const values = { ...positionOf(), arrival: state.place.arrival + 1, drawn: (found.drawn ?? 0) + 1, n: found.n ?? 0 };
  return [mark, spoken(), STEPS[found.step][which](values), found.step];
}

function stepElement([mark, spoken, text, step]) {
  const item = document.createElement("li");
  const parts = [["span", mark], ["span", `${spoken}: `], ["span", text]].map(([tag, words]) => {
    const part = document.createElement(tag);
    part.textContent = words;
    return part;
  });
  item.dataset.step = step;
  item.dataset.mark = mark;
  parts[0].setAttribute("aria-hidden", "true");
  parts[1].className = "unseen";
  item.append(...parts);
  return item;
}

function showSaved(place) {
  const link = at("draw-save");
  at("draw-saving").hidden = !check.saved;
  if (!check.saved) return;
  link.href = check.saved;
  link.download = `${event}-draw.json`;
  const seen = check.seen ? ` --commitment ${check.seen}` : "";
  at("draw-command").textContent = `./headgate verify-draw --draw ${event}-draw.json --arrival ${place.arrival}${seen}`;
}
