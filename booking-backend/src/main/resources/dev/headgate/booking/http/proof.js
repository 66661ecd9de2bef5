// Shows that a request comes from the browser that queued (RFC 9449): with the key which the queue
// page, from this same origin, made and keeps. No script can read its private half.
const MOST_CLOCKS_DIFFER = 5000;

const utf8 = (text) => new TextEncoder().encode(text);
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const part = (value) => base64url(utf8(JSON.stringify(value)));

/** The key with this thumbprint; undefined where this browser has none. */
function keptKey(jkt) {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('headgate', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('keys');
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const all = open.result.transaction('keys').objectStore('keys').getAll();
      all.onsuccess = () => resolve(all.result.find((key) => key.jkt === jkt));
      all.onerror = () => reject(all.error);
      all.transaction.oncomplete = () => open.result.close();
    };
  });
}

async function sign(key, { method, path, ath, nowMillis }) {
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: location.origin + path,
    iat: Math.floor(nowMillis / 1000),
    ath,
  };
  const input = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk })}.${part(claims)}`;
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  return `${input}.${base64url(await crypto.subtle.sign(algorithm, key.privateKey, utf8(input)))}`;
}

/**
 * Requests with one cookie of this browser, which may be bound to a key: `jkt` is the key's
 * thumbprint and `ath` the cookie's hash, as the shop says them; without them nothing is proven.
 */
export function headgateKey({ jkt, ath, serverTime } = {}) {
  const known = { jkt: jkt || null, ath: ath || null };
  let offset = Date.now() - performance.now();
  const now = () => performance.now() + offset;
  const setClock = (time) => { if (time) offset = Date.parse(time) - performance.now(); };
  setClock(serverTime);

  const kept = () => (known.jkt === null ? Promise.resolve(undefined) : keptKey(known.jkt).catch(() => undefined));

  async function proof(method, path) {
    const key = known.ath === null ? undefined : await kept();
    return key && sign(key, { method, path, ath: known.ath, nowMillis: now() });
  }

  function learn(told) {
    known.jkt = told.jkt || null;
    known.ath = told.ath || null;
  }

  /** Whether what was refused tells more than was known. */
  async function hasLearned(answer) {
    if (answer.status !== 401) return false;
    const problem = await answer.clone().json().catch(() => ({}));
    if (typeof problem.ath !== 'string') return false;
    const late = Math.abs(Date.parse(problem.serverTime) - now()) > MOST_CLOCKS_DIFFER;
    const other = problem.ath !== known.ath || problem.jkt !== known.jkt;
    learn(problem);
    setClock(problem.serverTime);
    return late || other;
  }

  return {
    learn,
    /** Whether a proof is wanted and this browser cannot make it. */
    isMissing: async () => known.ath !== null && !(await kept()),
    /** As the global one; once more where the shop wants another proof than it was sent. */
    async fetch(path, options = {}, again = false) {
      const made = await proof(options.method || 'GET', path);
      const headers = made ? { ...options.headers, DPoP: made } : options.headers;
      const answer = await fetch(path, { ...options, headers });
      return !again && await hasLearned(answer) ? this.fetch(path, options, true) : answer;
    },
  };
}
