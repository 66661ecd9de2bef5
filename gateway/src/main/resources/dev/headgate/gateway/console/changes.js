/* What operators changed lately, from the audit trail, in words. */
import * as api from './api.js';
import {el, fill} from './dom.js';
import * as format from './format.js';

const LATELY_MILLIS = 60 * 60 * 1000;
const SHOWN = 8;

export const DIALS = {
  newUsersPerMinute: 'Let in a minute', totalActiveUsers: 'Inside at most',
  sessionDuration: 'Session', maxSession: 'Longest session', turnWindow: 'Turn',
  throttle: 'Throttle'};

/** The value of a dial as people read it. */
export function dialText(name, value) {
  if (value === null || value === undefined) {
    return '–';
  }
  const seconds = typeof value === 'string' ? format.secondsOf(value) : NaN;
  if (!Number.isNaN(seconds)) {
    return format.span(seconds);
  }
  return typeof value === 'number' ? format.count(value) : String(value);
}

/** The dials that differ, as [name, from, to]. */
export function differing(from, to) {
  return Object.keys(DIALS)
      .filter((name) => from && to && from[name] !== to[name])
      .map((name) => [name, from[name], to[name]]);
}

/** One change in words. */
export function words(entry) {
  const {from, to} = entry;
  switch (entry.change) {
    case 'dials': {
      const changed = differing(from, to);
      return changed.length === 0 ? 'changed no dial' : changed.map(([name, before, after]) =>
        `${DIALS[name]} from ${dialText(name, before)} to ${dialText(name, after)}`).join(', ');
    }
    case 'pause': return to === null ? 'paused without a reason' : `paused: ${texts(to)}`;
    case 'resume': return 'resumed';
    case 'message': return said(to);
    case 'draw': return 'made the draw';
    case 'close': return 'closed the event';
    case 'reset': return 'reset the event';
    case 'create': return 'created the event';
    case 'revoke': return 'revoked a session';
    case 'entries': return 'made entry tickets';
    case 'unanswered': return `asked for ${to.method} ${to.path}, and the store did not say whether it was done`;
    case 'settings': return `changed settings: ${settingsOf(from, to)}`;
    default: return entry.change;
  }
}

function said(to) {
  if (to && typeof to === 'object' && to.text) {
    return `told fans (${to.lang}): ${to.text}`;
  }
  return to ? `took the message in ${to} away` : 'took all messages away';
}

function texts(value) {
  return typeof value === 'string' ? value : value.map((one) => one.text).join(' / ');
}

function settingsOf(from, to) {
  const names = Object.keys(to || {})
      .filter((name) => JSON.stringify((from || {})[name]) !== JSON.stringify(to[name]));
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Reads the trail as it grows. */
export class Changes {
  constructor(event) {
    this.event = event;
    this.entries = [];
    this.last = null;
  }

  /** Reads what is new; resolves to it. `now` is the store's time. */
  async read(now, signal) {
    const after = this.last || `${Date.parse(now) - LATELY_MILLIS}-000000`;
    const fresh = await allAfter(api.eventPath(this.event, 'audit'), after, signal);
    // Two readings may have been under way at the same time.
    const seen = new Set(this.entries.map((entry) => entry.id));
    const added = fresh.filter((entry) => !seen.has(entry.id));
    this.entries = [...this.entries, ...added].slice(-200);
    if (this.entries.length > 0) {
      this.last = this.entries[this.entries.length - 1].id;
    }
    return added;
  }

  /** The last change of the dials, whether by `dials` or with all settings; or undefined. */
  lastOfDials() {
    return this.entries.filter((entry) => entry.change === 'dials'
        || ['settings', 'create', 'reset'].includes(entry.change)).pop();
  }

  /** The last change of the dials if these are what it made of them, else nothing. */
  lastThatMade(dials) {
    const last = this.lastOfDials();
    const made = last && (last.change === 'dials' ? last.to : (last.to || {}).dials);
    return made && differing(made, dials).length === 0 ? last : undefined;
  }

  /** Draws the newest ones, the newest first. */
  draw(list) {
    const newest = this.entries.slice(-SHOWN).reverse();
    fill(list, newest.length === 0 ? el('p', {class: 'soft'}, 'Nobody changed anything in the last hour.')
        : el('ol', {class: 'changes'}, newest.map((entry) => el('li', {},
            el('time', {datetime: entry.at}, format.clock(entry.at)), ' ',
            el('b', {}, entry.who), ' ', el('span', {dir: 'auto'}, words(entry)),
            entry.why && el('span', {class: 'soft', dir: 'auto'}, ` (why: ${entry.why})`)))));
  }
}

async function allAfter(path, first, signal) {
  const all = [];
  let after = first;
  while (after) {
    const {body} = await api.get(path, {query: {after, limit: 1000}, signal});
    all.push(...body.entries);
    after = body.next;
  }
  return all;
}
