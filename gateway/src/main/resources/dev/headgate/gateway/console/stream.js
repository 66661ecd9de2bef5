/*
 * The stream of live figures, for as long as somebody looks. EventSource cannot be told apart
 * from a refusal and knows no CSRF; so this reads the body itself.
 */
import * as api from './api.js';

/** Figures come each second: this long without any is worth saying. */
const SILENT_MILLIS = 4000;

/** A connection that says nothing at all for so long is given up: it may be half open. */
const DEAD_MILLIS = 12000;

const WAIT_MILLIS = [500, 1000, 2000, 4000, 8000];

/**
 * Listens until the returned function is called.
 * heard.figures(live, atMillis)   a set of figures
 * heard.history(samples)          what was missed since the last figures, before those that follow
 * heard.lost(why, since, failure) no news: 'store', 'gateway', 'silent' or 'refused', and since when,
 *                                 in milliseconds; null where there never was any
 * heard.found()                   news again
 * heard.gone(failure)             refused for good, such as where the event is no more
 */
export function listen(event, heard) {
  let over = false;
  let connection = new AbortController();
  const missed = [];
  let lastId = null;
  let heardAt = Date.now();
  let bytesAt = Date.now();
  let reason = 'gateway';
  let lost = false;
  let tries = 0;

  const lose = (why, failure) => {
    if (!over && (!lost || why !== reason)) {
      lost = true;
      reason = why;
      heard.lost(why, lastId === null ? null : Number(lastId), failure);
    }
  };

  const watch = setInterval(() => {
    const now = Date.now();
    if (now - heardAt > SILENT_MILLIS && !lost) {
      lose('silent');
    }
    if (now - bytesAt > DEAD_MILLIS) {
      bytesAt = now;
      connection.abort();
    }
  }, 500);

  function take(block) {
    const message = parse(block);
    if (message.comment) {
      lose('store');
    }
    if (message.type === 'history') {
      missed.push(JSON.parse(message.data));
    } else if (message.type === 'live') {
      lastId = message.id || lastId;
      heardAt = Date.now();
      tries = 0;
      if (missed.length > 0) {
        heard.history(missed.splice(0));
      }
      if (lost) {
        lost = false;
        heard.found();
      }
      heard.figures(JSON.parse(message.data), Number(lastId));
    }
  }

  async function once() {
    connection = new AbortController();
    bytesAt = Date.now();
    const response = await api.raw('GET', api.eventPath(event, 'live'), {
      signal: connection.signal, headers: lastId === null ? {} : {'Last-Event-ID': lastId}});
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytesAt = Date.now();
      text += part.value;
      const blocks = text.split('\n\n');
      text = blocks.pop();
      blocks.forEach(take);
    }
  }

  async function run() {
    while (!over) {
      try {
        await once();
        lose('gateway');
      } catch (failure) {
        if (over) {
          return;
        }
        if ([401, 403, 404].includes(failure.status)) {
          heard.gone(failure);
          return;
        }
        lose(reasonOf(failure), failure);
      }
      await pause(WAIT_MILLIS[Math.min(tries, WAIT_MILLIS.length - 1)]);
      tries += 1;
    }
  }

  function pause(millis) {
    // Consoles that lost the same gateway do not all come back in the same moment.
    return new Promise((done) => {
      setTimeout(done, millis * (0.75 + Math.random() / 2));
    });
  }

  void run();
  return () => {
    over = true;
    clearInterval(watch);
    connection.abort();
  };
}

/** A refusal is an answer of the gateway's; the page of a proxy that has lost it is none. */
function reasonOf({code}) {
  return code === 'restoring' ? 'store' : code && code !== 'unreachable' ? 'refused' : 'gateway';
}

/** {type, id, data} of a block of lines, or {comment: true}. */
export function parse(block) {
  const message = {type: 'message', id: null, data: ''};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) {
      message.comment = true;
    } else if (colon > 0) {
      const value = line.slice(colon + 1).replace(/^ /, '');
      const name = line.slice(0, colon);
      if (name === 'data') {
        message.data += (message.data ? '\n' : '') + value;
      } else if (name === 'event') {
        message.type = value;
      } else if (name === 'id') {
        message.id = value;
      }
    }
  }
  return message;
}
