import { state } from "./here.js";
import { say } from "./words.js";

// How long it takes, no more precisely than it is known

/** Says it in a message that leaves a gap for the time. */
export const wait = (key) => (state.place?.estimate ? say(key, { span: span(state.place.estimate) }) : null);

function span({ low, high }) {
  if (high <= 60) return say("span.soon");
  if (low >= 86_400) return say("span.day");
  const least = low < 60 ? null : rough(low, Math.floor, high);
  const most = rough(high, Math.ceil, high);
  if (!least) return say(most.hours ? "span.within.hours" : "span.within.minutes", { n: most.value });
  if (least.hours !== most.hours) return say("span.mixed", { minutes: least.value, hours: most.value });
  if (least.value === most.value) return say(most.hours ? "span.hours" : "span.minutes", { n: most.value });
  const range = { from: least.value, to: most.value };
  return say(most.hours ? "span.hours.range" : "span.minutes.range", range);
}

/** In minutes, from twenty on in fives; where the longest is two hours or more, in half hours. */
function rough(seconds, round, longest) {
  if (longest >= 7_200 && seconds >= 3_600) {
    return { value: round(seconds / 1_800) / 2, hours: true };
  }
  const minutes = round(seconds / 60);
  return { value: minutes >= 20 ? 5 * round(minutes / 5) : minutes, hours: false };
}
