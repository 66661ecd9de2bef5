// SHA-256 (FIPS 180-4), at once: the one of WebCrypto answers later, and a quarter of a million times.

const SHA_ROUNDS = new Int32Array(64);
export const SHA_START = new Int32Array(8);

function shaConstants() {
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) SHA_START[found] = fraction(Math.sqrt(n));
    SHA_ROUNDS[found] = fraction(Math.cbrt(n));
    found++;
  }
}

shaConstants();

const SHA_SCHEDULE = new Int32Array(64);

/** Takes in one block, the first 16 words of w, which is used up. */
export function shaBlock(state, w) {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  // One by one: taking an array apart costs a third more.
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + SHA_ROUNDS[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The digest of some bytes, as eight words. */
export function sha256(bytes) {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = SHA_START.slice();
  for (let from = 0; from < padded.length; from += 64) {
    for (let i = 0; i < 16; i++) SHA_SCHEDULE[i] = view.getInt32(from + 4 * i);
    shaBlock(state, SHA_SCHEDULE);
  }
  return state;
}

/** The digests of a key of eight words and a count below 2^32, as 64 bits: one block each. */
export function keyedDigest(key, count, state) {
  SHA_SCHEDULE.fill(0, 8, 16);
  SHA_SCHEDULE.set(key);
  SHA_SCHEDULE[9] = count;
  SHA_SCHEDULE[10] = 0x80000000 | 0;
  SHA_SCHEDULE[15] = 320;
  state.set(SHA_START);
  shaBlock(state, SHA_SCHEDULE);
}

export const hexOf = (words) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
