import { number, state } from "./here.js";

// How long it takes, no more precisely than it is known

export const wait = (lead) => (state.place?.estimate ? `${lead} ${span(state.place.estimate)}.` : null);

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
