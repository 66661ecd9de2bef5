import { at, state } from "./here.js";
import { also, label } from "./show.js";
import { say } from "./words.js";

// How many tickets are left, where the shop says so and it begins to matter

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
  const matters = left && left.free > 0 && (left.free <= FEW || left.free < ahead);
  stockNote.hidden = !matters || !scene.line;
  if (stockNote.hidden) return;
  const few = say("stock.few", { n: left.free });
  label(stockNote, left.free + left.pending < ahead ? `${few} ${say("stock.behind")}` : few);
}
