import { event, root } from "./here.js";
import { serverNow } from "./clock.js";

// The work that an event may ask for before it gives a place. One tab does it, beside the page.

const MOST_TRIES = 4; // Then the fan is asked.
const FIRST_REST = 2_000; // Between tries; twice as long each time.
const OTHER_TAB = 60_000; // A tab that takes longer may have been put to sleep.

const effort = {
  tries: 0, // those that came to nothing, in a row
  solution: "",
  until: 0, // for how long it is good, by the server's clock
  turn: false, // whether no other tab works
  leave: null, // gives the turn to the next tab
  cancel: null, // ends the work under way
};

/** What is sent with a join; nothing where no work has been done. */
export const solved = () => (serverNow() < effort.until ? { challenge: effort.solution } : {});

/** Notes that a solution was of no use, or that none was found. False when that is enough. */
export function triesOn() {
  forgetSolution();
  effort.tries += 1;
  return effort.tries < MOST_TRIES;
}

/** Grows with the tries that came to nothing. */
export const restBeforeTry = () => (effort.tries === 0 ? 0
  : FIRST_REST * 2 ** (effort.tries - 1) * (0.75 + Math.random() / 2));

const forgetSolution = () => Object.assign(effort, { solution: "", until: 0 });

/** No work is asked for any more, or nobody waits for it. */
export function endEffort() {
  effort.cancel?.();
  effort.leave?.();
  forgetSolution();
  Object.assign(effort, { tries: 0, turn: false, leave: null, cancel: null });
}

/** Resolves once no other tab of this browser works: to whether one did until now. */
export async function takeTurn() {
  if (effort.turn || !navigator.locks) return false;
  const patience = new AbortController();
  effort.leave = () => patience.abort();
  const timer = setTimeout(effort.leave, OTHER_TAB);
  try {
    effort.turn = await lockedFor({ ifAvailable: true });
    if (effort.turn) return false;
    effort.turn = await lockedFor({ signal: patience.signal });
    return true;
  } catch {
    effort.turn = effort.leave !== null; // There are no locks, or the other tab sleeps.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether it was given; it is held until the turn is left. */
const lockedFor = (options) => new Promise((given, refused) => {
  const held = (lock) => {
    given(lock !== null);
    return lock && new Promise((leave) => { effort.leave = leave; });
  };
  navigator.locks.request(`headgate:${event}:challenge`, options, held).catch(refused);
});

/**
 * Solves a challenge; false where that could not be done before it expired.
 *
 * @throws where this browser lets no worker work
 */
export async function solveChallenge({ prefix, difficulty, expiresAt }) {
  const worker = new Worker(root.dataset.solver);
  const until = Date.parse(expiresAt);
  const found = await new Promise((resolve) => {
    setTimeout(() => resolve(""), Math.max(0, until - serverNow()));
    effort.cancel = () => resolve("");
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve("");
    worker.postMessage({ prefix, difficulty });
  });
  worker.terminate();
  Object.assign(effort, { solution: found, until: found ? until : 0, cancel: null });
  return found !== "";
}
