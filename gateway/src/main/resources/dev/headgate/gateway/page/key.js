import { event, base } from "./here.js";
import { serverNow } from "./clock.js";

// ---- The key of this browser for this event. Its private half never leaves the browser, not even
// to this page, so whoever copies our cookies can do nothing with them. The shop's page, from the
// same origin, uses the same one. ----

function inKeyStore(mode, act) {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open("headgate", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("keys");
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const database = open.result;
      const transaction = database.transaction("keys", mode);
      const request = act(transaction.objectStore("keys"));
      const end = (settle) => () => {
        database.close();
        settle();
      };
      transaction.oncomplete = end(() => resolve(request.result));
      transaction.onabort = end(() => reject(transaction.error));
    };
  });
}

export const keptKey = () => inKeyStore("readonly", (keys) => keys.get(event));

/** The key, made where there is none yet; null where this browser cannot make or keep one. */
export async function ownKey() {
  try {
    return (await keptKey()) ?? (await newKey());
  } catch {
    return null;
  }
}

async function newKey() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign"]);
  const { crv, kty, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const jwk = { crv, kty, x, y }; // In this order, which is the one that thumbprints are made of.
  const jkt = base64url(await crypto.subtle.digest("SHA-256", utf8(JSON.stringify(jwk))));
  const key = { privateKey: pair.privateKey, jwk, jkt };
  try {
    await inKeyStore("readwrite", (keys) => keys.add(key, event));
  } catch (refused) {
    if (refused?.name !== "ConstraintError") throw refused; // Else another tab was first.
  }
  return keptKey();
}

const utf8 = (text) => new TextEncoder().encode(text);

const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What shows that a request comes from the holder of the key (RFC 9449). */
export async function proof(key, method, path) {
  const part = (value) => base64url(utf8(JSON.stringify(value)));
  const head = { typ: "dpop+jwt", alg: "ES256", jwk: key.jwk };
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: location.origin + base + path,
    iat: Math.floor(serverNow() / 1000),
  };
  const input = `${part(head)}.${part(claims)}`;
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  return `${input}.${base64url(await crypto.subtle.sign(algorithm, key.privateKey, utf8(input)))}`;
}
