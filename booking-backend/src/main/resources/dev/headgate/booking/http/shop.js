// The one door to the shop: whatever a page's scripts ask for goes through here.

export const codeOf = (problem) => String((problem && problem.type) || '').split(':').pop();

/**
 * Asks, and reads the answer. `body` is sent as JSON; `key` proves who asks, where that is needed.
 * Returns {status, ok, headers, body}; body is {} where the answer has none. Throws when there was no answer.
 */
export async function ask(path, { method = 'GET', body, headers = {}, signal, key } = {}) {
  const options = { method, cache: 'no-store', credentials: 'same-origin' };
  // Whoever only looks, looks again by itself; what is asked for by hand must not wait for ever.
  options.signal = signal || (method === 'GET' ? undefined : AbortSignal.timeout(40000));
  options.headers = { Accept: 'application/json', ...headers };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await (key ? key.fetch(path, options) : fetch(path, options));
  return {
    status: answer.status,
    ok: answer.ok,
    headers: answer.headers,
    body: answer.status === 204 || answer.status === 304 ? {} : await answer.json().catch(() => ({})),
  };
}
