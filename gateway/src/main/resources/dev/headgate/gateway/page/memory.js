import { event, inline, state } from "./here.js";

// What survives a reload. Storage may be forbidden: then nothing is remembered.

export function remembered(key) {
  try {
    const name = `headgate:${event}:${key}`;
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(key, value, lasting = false) {
  try {
    const store = lasting ? localStorage : sessionStorage;
    if (value === null) store.removeItem(`headgate:${event}:${key}`);
    else store.setItem(`headgate:${event}:${key}`, value);
  } catch {
    // Then a reload asks for the place again, and gets the same one.
  }
}

/** A member's link carries the entry once. It is not left in the address bar or the history. */
export function takeEntry() {
  state.entry = remembered("entry");
  if (inline) return; // There the query is the shop's.
  const address = new URL(location.href);
  const entry = address.searchParams.get("entry");
  if (entry === null) return;
  address.searchParams.delete("entry");
  history.replaceState(null, "", address);
  state.entry = entry;
  remember("entry", entry);
}

export function dropEntry() {
  state.entry = null;
  remember("entry", null);
}
