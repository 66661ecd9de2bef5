import { SHA_START, shaBlock } from "./sha256.js";

// The search for a nonce. What all nonces have in front of them is digested once.

const NONCE_DIGITS = 10; // Always as many, so that only digits change from one to the next.
const FIRST_NONCE = 10 ** (NONCE_DIGITS - 1);
const CHAR_ZERO = 0x30;

/** The blocks of a text with SHA-256's padding, of ASCII alone. */
function paddedBytes(text) {
  const bytes = new Uint8Array(64 * Math.ceil((text.length + 9) / 64));
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, text.length << 3);
  return bytes;
}

function loadBlock(view, from, words) {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(from + 4 * i);
}

/** The next number, written into its digits. */
function countUp(bytes, last) {
  let at = last;
  while (bytes[at] === CHAR_ZERO + 9) bytes[at--] = CHAR_ZERO;
  bytes[at]++;
}

const beginsWithZeros = (words, bits) => (bits <= 32
  ? Math.clz32(words[0]) >= bits
  : words[0] === 0 && Math.clz32(words[1]) >= bits - 32);

/** A solution: the first nonce after which the digest begins with so many zero bits. */
export function searchNonce(prefix, difficulty) {
  const start = `${prefix}.`;
  const bytes = paddedBytes(start + FIRST_NONCE);
  const view = new DataView(bytes.buffer);
  const words = new Int32Array(64);
  const fixed = start.length - (start.length % 64);
  const before = SHA_START.slice();
  for (let from = 0; from < fixed; from += 64) {
    loadBlock(view, from, words);
    shaBlock(before, words);
  }
  const last = start.length + NONCE_DIGITS - 1;
  const digest = new Int32Array(8);
  for (let nonce = FIRST_NONCE; nonce < 10 * FIRST_NONCE; nonce++) {
    digest.set(before);
    for (let from = fixed; from < bytes.length; from += 64) {
      loadBlock(view, from, words);
      shaBlock(digest, words);
    }
    if (beginsWithZeros(digest, difficulty)) return start + nonce;
    countUp(bytes, last);
  }
  throw new Error("no nonce");
}
