import { at, number, state } from "./here.js";
import { also } from "./show.js";

// How many tickets are left, where the shop says so and it begins to matter

const STOCK = {
  few: (free) => (free === 1 ? "Few tickets are left: 1 at the last count." : `Few tickets are left: ${number.format(free)} at the last count.`),
  behind: "More fans than that are ahead of you.",
};
const FEW = 100;
const FRESH = 90_000;

const stockNote = document.createElement("p");
stockNote.id = "stock";
stockNote.className = "label";
stockNote.hidden = true;

/** Redraws with every scene from now on. */
export function watchStock() {
  also.push(renderStock);
}

function renderStock(scene) {
  if (!stockNote.isConnected) at("wait").after(stockNote);
  const left = Date.now() - state.statusAt < FRESH ? state.status?.remaining : null;
  const ahead = scene.line?.ahead ?? 0;
  const few = left && left.free > 0 && (left.free <= FEW || left.free < ahead);
  stockNote.hidden = !few || !scene.line;
  if (stockNote.hidden) return;
  const text = left.free + left.pending < ahead ? `${STOCK.few(left.free)} ${STOCK.behind}` : STOCK.few(left.free);
  if (stockNote.textContent !== text) stockNote.textContent = text;
}
