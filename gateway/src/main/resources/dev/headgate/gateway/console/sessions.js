/* Who is inside, and how one of them is sent out. */
import * as api from './api.js';
import {button, confirm, el, field, fill, note, redraw, show} from './dom.js';
import * as format from './format.js';
import {placeOf, placeText} from './places.js';

const PAGE = 50;

/** A panel that asks for the list only when it is opened. `lanes()` are those of `live`. */
export function sessions(context, lanes) {
  const search = el('input', {type: 'search', autocomplete: 'off', spellcheck: 'false'});
  const asked = field('Position or session id', search, 'The position as the fan’s page tells it; of another lane with that lane’s name before it, as in members-7. Empty: everyone who is inside.');
  const rows = el('tbody');
  const found = el('p', {class: 'soft'});
  const more = button('More', () => load(false));
  const trouble = el('div');
  const table = el('div', {class: 'scroll', tabindex: '0'}, el('table', {},
      el('caption', {}, 'Sessions'),
      el('thead', {}, el('tr', {}, ['Position', 'Since', 'Until', 'Session', ''].map((text) =>
        text ? el('th', {scope: 'col'}, text) : el('td', {})))), rows));
  const form = el('form', {on: {submit: (event) => {
    event.preventDefault();
    void load(true);
  }}}, asked.node, el('div', {class: 'actions'}, el('button', {type: 'submit'}, 'Find')));
  const node = el('details', {class: 'panel sessions'}, el('summary', {}, 'Who is inside'),
      form, trouble, table, found, more);
  // By session: the list may be drawn anew while somebody is asked whether they are sure.
  const ends = new Map();
  const revoked = new Set();
  let next = null;
  let listed = {};
  let shown = 0;
  let turn = 0;
  show(table, false);
  show(more, false);
  node.addEventListener('toggle', () => {
    if (node.open && shown === 0) {
      void load(true);
    }
  });

  /** Which sessions are asked for. */
  function query() {
    const wanted = search.value.trim();
    const position = placeOf(wanted);
    return wanted === '' ? {} : position !== null ? {position} : {session: wanted};
  }

  async function load(anew) {
    // What was asked before is not what is wanted now.
    turn += 1;
    const mine = turn;
    if (anew) {
      next = null;
      listed = query();
    }
    trouble.replaceChildren();
    try {
      // More of those that are shown, whatever has been typed since.
      const {body} = await api.get(api.eventPath(context.event, 'sessions'),
          {query: {limit: PAGE, ...listed, ...(next === null ? {} : {after: next})}});
      if (mine !== turn) {
        return;
      }
      if (anew) {
        shown = 0;
        ends.clear();
        rows.replaceChildren();
      }
      body.sessions.forEach((session) => rows.append(row(session)));
      shown += body.sessions.length;
      next = body.next;
      show(table, shown > 0);
      show(more, next !== null);
      fill(found, shown === 0 ? 'Nobody is inside who fits.' : `${format.count(shown)} shown.`);
    } catch (failure) {
      if (mine === turn) {
        fill(trouble, note(api.said(failure)));
      }
    }
  }

  function row(session) {
    const place = placeText(session.position, session.lane, lanes());
    const end = el('td', {}, revoked.has(session.sessionId) ? 'revoked' : context.may('operator')
        && button('Revoke …', () => revoke(session), '', {'data-key': `revoke-${session.sessionId}`,
          'aria-label': `Revoke the session of position ${place}`}));
    ends.set(session.sessionId, end);
    return el('tr', {},
        el('th', {scope: 'row'}, place),
        el('td', {}, format.clock(session.since)), el('td', {}, format.clock(session.expiresAt)),
        el('td', {class: 'code'}, session.sessionId), end);
  }

  async function revoke(session) {
    const sure = await confirm('Revoke a session', el('p', {},
        `The fan at position ${placeText(session.position, session.lane, lanes())} is refused at every gateway within `,
        'a second and cannot come back with this place.'), 'Revoke it', 'danger');
    if (!sure) {
      return;
    }
    try {
      await api.remove(api.eventPath(context.event, 'sessions', session.sessionId));
      revoked.add(session.sessionId);
      const end = ends.get(session.sessionId);
      if (end) {
        redraw(search, () => fill(end, 'revoked'));
      }
      context.announce('The session is revoked.');
    } catch (failure) {
      fill(trouble, note(api.said(failure)));
    }
  }

  return {node};
}
