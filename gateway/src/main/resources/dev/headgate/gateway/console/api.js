/*
 * The operator's API. Requests carry the session's cookie; changes carry its CSRF token as well.
 * What the server refuses is thrown as a Problem, and what never reached it as a Problem with the
 * code 'unreachable' and the status 0.
 */

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server answered ${status}.`);
    this.status = status;
    /** The last part of `type`. */
    this.code = String(body.type || '').replace('urn:headgate:problem:', '');
    this.title = body.title || '';
    /** [{field, detail}], of fields that are wrong. */
    this.errors = body.errors || [];
    /** Every member of the problem document. */
    this.body = body;
    /** Seconds to wait; null where nothing was said. */
    this.retryAfter = null;
  }
}

/** Beyond this nothing comes any more: the connection is half open, as after a laptop's sleep. */
const READ_MILLIS = 6000;
const CHANGE_MILLIS = 20000;

let csrf = null;
let signInAgain = async () => false;
let skewMillis = 0;

/** The time as the gateway has it, milliseconds: a device's own clock may be minutes off. */
export const now = () => Date.now() + skewMillis;

/** session.js says which token changes carry, and how an operator signs in again. */
export function authorizeBy(token, again) {
  csrf = token;
  signInAgain = again || signInAgain;
}

/**
 * Sends a request. Options: `body` (becomes JSON), `etag` (If-Match), `why` (for the audit trail),
 * `query` (an object), `headers`, `signal`, and `once` to have a 401 thrown at once.
 * Resolves to {status, body, etag, response}; the body is null where there is none.
 */
export async function request(method, path, options = {}) {
  const response = await raw(method, path, options);
  const text = response.status === 204 ? '' : await textOf(response, method, path, options);
  const body = text ? JSON.parse(text) : null;
  if (body && body.serverTime) {
    skewMillis = Date.parse(body.serverTime) - Date.now();
  }
  return {status: response.status, body, etag: response.headers.get('ETag'), response};
}

async function textOf(response, method, path, options) {
  let timer;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(unreachable(method, path, options)), CHANGE_MILLIS);
  });
  try {
    return await Promise.race([response.text(), late]);
  } catch (failure) {
    throw options.signal && options.signal.aborted ? failure : unreachable(method, path, options);
  } finally {
    clearTimeout(timer);
  }
}

export const get = (path, options) => request('GET', path, options);
export const put = (path, body, options) => request('PUT', path, {...options, body});
export const post = (path, body = {}, options) => request('POST', path, {...options, body});
export const patch = (path, body, options) => request('PATCH', path, {...options, body});
export const remove = (path, options) => request('DELETE', path, options);

/** The answer as fetch has it, such as for a stream; refusals are thrown like anywhere. */
export async function raw(method, path, options = {}) {
  let response = await send(method, path, options);
  if (response.ok || options.once) {
    return checked(response);
  }
  const problem = await problemOf(response);
  // Another tab has signed in since: its token is the session's now. Or the session has ended.
  const lost = problem.status === 401 || problem.code === 'csrf';
  if (!lost || !(await signInAgain(problem))) {
    throw problem;
  }
  response = await send(method, path, options);
  return checked(response);
}

/** The path of an event's resource: eventPath('derby', 'pause'). */
export function eventPath(event, ...rest) {
  return ['/api/events', encodeURIComponent(event), ...rest.map(encodeURIComponent)].join('/');
}

/** All pages of a list: allOf('/api/events', 'events'). */
export async function allOf(path, member, options = {}) {
  const all = [];
  let after = null;
  do {
    const query = {...options.query, ...(after === null ? {} : {after})};
    const {body} = await get(path, {...options, query});
    all.push(...body[member]);
    after = body.next;
  } while (after !== null && after !== undefined);
  return all;
}

/** A sentence for an operator. */
export function said(failure) {
  if (!(failure instanceof Problem)) {
    return String(failure && failure.message || failure);
  }
  if (failure.code === 'unreachable') {
    return failure.message;
  }
  const wait = failure.retryAfter ? ` Try again in ${failure.retryAfter} s.` : '';
  return `${failure.title ? failure.title + ': ' : ''}${failure.message}${wait}`;
}

async function send(method, path, options) {
  const headers = new Headers(options.headers);
  if (method !== 'GET' && method !== 'HEAD' && csrf) {
    headers.set('Headgate-Csrf', csrf);
  }
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
  }
  if (options.etag) {
    headers.set('If-Match', options.etag);
  }
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), method === 'GET' ? READ_MILLIS : CHANGE_MILLIS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  try {
    return await fetch(address(path, options), {
      method, headers, signal, credentials: 'same-origin', cache: 'no-store',
      redirect: 'error',
      body: options.body === undefined ? undefined : JSON.stringify(options.body)});
  } catch (failure) {
    throw options.signal && options.signal.aborted ? failure : unreachable(method, path, options);
  } finally {
    clearTimeout(timer);
  }
}

function address(path, options) {
  const query = new URLSearchParams(options.query || {});
  if (options.why && options.why.trim()) {
    query.set('why', options.why.trim());
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

async function checked(response) {
  if (!response.ok) {
    throw await problemOf(response);
  }
  return response;
}

async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  const problem = new Problem(response.status, body || {});
  const wait = Number(response.headers.get('Retry-After'));
  problem.retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  return problem;
}

function unreachable(method, path, options) {
  return new Problem(0, {
    type: 'urn:headgate:problem:unreachable', title: 'No answer',
    detail: changes(method, path, options)
        ? 'The gateway did not answer. Whether this was done is not known: look before you do it again.'
        : 'The gateway cannot be reached.'});
}

/** Whether a request that nobody answered may have changed something all the same. */
function changes(method, path, {query = {}}) {
  const asks = /^\/session|^\/api\/sizing$|\/forecast$/.test(path) || query.dryRun === 'true';
  return method !== 'GET' && method !== 'HEAD' && !asks;
}
