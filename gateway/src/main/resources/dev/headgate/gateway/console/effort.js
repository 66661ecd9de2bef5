/* What a difficulty asks of a browser, in words. */
import * as format from './format.js';

/* Hashes a second, as docs/benchmarks.md has them; an old phone is taken to be twenty times slower. */
const LAPTOP = 700000;
const OLD_PHONE = 35000;
/* Of the two minutes that a challenge is good for: beyond it one in a hundred is too late. */
const COMFORT_SECONDS = 26;

/** A sentence or two; empty for what is no difficulty. */
export function effort(difficulty) {
  if (!Number.isInteger(difficulty) || difficulty < 8 || difficulty > 24) {
    return '';
  }
  const hashes = 2 ** difficulty;
  const said = `About ${format.count(Number(hashes.toPrecision(2)))} hashes: ${
    took(hashes / LAPTOP)} on a laptop, ${took(hashes / OLD_PHONE)} on an old phone.`;
  return hashes / OLD_PHONE < COMFORT_SECONDS ? said
      : `${said} Some old phones will not be done within the two minutes that a challenge is good for.`;
}

function took(seconds) {
  if (seconds < 0.5) {
    return 'well under a second';
  }
  if (seconds < 1.5) {
    return 'about a second';
  }
  return seconds < 90 ? `about ${Math.round(seconds)} seconds`
      : `about ${Math.round(seconds / 60)} minutes`;
}
