import { sha256, keyedDigest } from "./sha256.js";

// The lottery headgate-lottery-v1, as docs/fairness.md has it

export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

function lotteryKey(drawId, seed, beacon, entrants) {
  const text = new TextEncoder().encode(`headgate-lottery-v1\0${drawId}\0`);
  const bytes = new Uint8Array(text.length + seed.length + beacon.length + 8);
  bytes.set(text);
  bytes.set(seed, text.length);
  bytes.set(beacon, text.length + seed.length);
  new DataView(bytes.buffer).setUint32(bytes.length - 4, entrants);
  return sha256(bytes);
}

/** The arrival numbers in the order of their positions, for up to 2^31 entrants. */
export function lotteryOrder(drawId, seed, beacon, entrants) {
  const key = lotteryKey(drawId, seed, beacon, entrants);
  const order = new Int32Array(entrants);
  for (let i = 0; i < entrants; i++) order[i] = i;
  const words = new Int32Array(8);
  let used = 8;
  let blocks = 0;
  for (let i = entrants - 1; i > 0; i--) {
    const m = i + 1;
    const limit = Math.floor(2 ** 32 / m) * m;
    let word;
    do {
      if (used === 8) {
        keyedDigest(key, blocks++, words);
        used = 0;
      }
      word = words[used++] >>> 0;
    } while (word >= limit);
    const other = word % m;
    const held = order[i];
    order[i] = order[other];
    order[other] = held;
  }
  return order;
}
