// The server's time. The clock of this device only measures how long ago that was told.

const APART = 1500;

let offset = 0;
let drift = Date.now() - performance.now();

/** Milliseconds since 1970, by the server. */
export const now = () => performance.now() + offset;

/** What an instant of the server's is on this device's clock. */
export const onThisClock = (instant) => Date.now() + instant - now();

export function setClock(serverTime) {
  offset = Date.parse(serverTime) - performance.now();
  drift = Date.now() - performance.now();
}

/** Whole seconds until then; never below 0. */
export const secondsUntil = (instant) => Math.max(0, Math.ceil((instant - now()) / 1000));

/** True once after a sleep: this device's two clocks stand at another distance than before. */
export function slept() {
  const apart = Date.now() - performance.now() - drift;
  if (Math.abs(apart) <= APART) return false;
  drift += apart;
  return true;
}
