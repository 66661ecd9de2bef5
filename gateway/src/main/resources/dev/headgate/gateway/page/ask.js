import { root, base, state } from "./here.js";
import { clock, setClock } from "./clock.js";
import { readsByHand } from "./words.js";

// Requests

/** What says whose place it is, where no cookie does, and what its fan reads. */
export const held = () => ({ ...readsByHand(), ...(state.ticket && { "headgate-place": state.ticket }) });

export async function ask(method, path, content = {}, headers = {}) {
  const sentAt = Date.now();
  const init = {
    method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...held(), ...headers },
  };
  if (path !== "/status") init.cache = "no-store";
  if (method === "POST") {
    init.headers["content-type"] = "application/json";
    init.body = JSON.stringify(content);
  }
  const abort = new AbortController();
  const timeout = setTimeout(() => abort.abort(), 10_000);
  try {
    const response = await fetch(base + path, { ...init, signal: abort.signal });
    // Not of the queue: what stands in between has failed, or is a hotel's own page.
    if (response.status >= 500 && response.status !== 503) throw new Error(response.statusText);
    const body = response.status === 204 ? {} : await response.json().catch((broken) => {
      if (response.ok) throw broken;
      return {};
    });
    if (path !== "/status" && (body.serverTime ?? body.place?.serverTime)) {
      setClock(body.serverTime ?? body.place.serverTime, sentAt, Date.now());
    }
    const retryAfter = Number(response.headers.get("retry-after")) || 2;
    const code = String(body.type ?? "").replace("urn:headgate:problem:", "");
    return { status: response.status, body, code, retryMillis: retryAfter * 1000 };
  } finally {
    clearTimeout(timeout);
  }
}

/** Asks for the public status, for what a place does not carry. Nothing hangs on it. */
export async function askStatus() {
  try {
    const sentAt = Date.now();
    const answer = await ask("GET", "/status");
    if (answer.status !== 200) return;
    state.status = answer.body;
    state.statusAt = Date.now();
    // It may be a second old, which is good enough while there is nothing better.
    if (!Number.isFinite(clock.error)) {
      setClock(answer.body.serverTime, sentAt - 1_000, Date.now());
    }
    if (!state.place) root.dataset.phase = answer.body.phase;
  } catch {
    // The next poll says whether we are offline.
  }
}
