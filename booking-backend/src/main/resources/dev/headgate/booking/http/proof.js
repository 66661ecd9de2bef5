// Shows that a request comes from the browser that queued (RFC 9449): with the key which the queue
// page, from this same origin, made and keeps. No script can read its private half.
(() => {
  'use strict';

  const utf8 = (text) => new TextEncoder().encode(text);
  const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const part = (value) => base64url(utf8(JSON.stringify(value)));

  function keptKey(event) {
    return new Promise((resolve, reject) => {
      const open = indexedDB.open('headgate', 1);
      open.onupgradeneeded = () => open.result.createObjectStore('keys');
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const wanted = open.result.transaction('keys').objectStore('keys').get(event);
        wanted.onsuccess = () => resolve(wanted.result);
        wanted.onerror = () => reject(wanted.error);
        wanted.transaction.oncomplete = () => open.result.close();
      };
    });
  }

  /**
   * The header's value for a request with the admission whose hash is given; null where this
   * browser has not the key it is bound to.
   */
  async function proof(event, { method, path, ath, nowMillis }) {
    const key = await keptKey(event).catch(() => null);
    if (!key) return null;
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

  globalThis.headgateProof = proof;
})();
