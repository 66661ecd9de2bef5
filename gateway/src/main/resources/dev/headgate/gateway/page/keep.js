import { root, state } from "./here.js";
import { remembered, remember } from "./memory.js";

// The place that was told last

/** Keeps a place that was told, for showing. */
export function keep(place) {
  state.place = place;
  state.updatedAt = Date.now();
  root.dataset.phase = place.phase;
  root.dataset.state = place.state;
  if (place.ahead !== null && remembered(farthest(place)) === null) {
    remember(farthest(place), String(place.ahead));
  }
}

export const farthest = (place) => `farthest:${place.epoch}:${place.arrival}`;
