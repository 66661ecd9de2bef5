/* Who is inside, and how one of them is sent out. */
import * as api from './api.js';
import {button, confirm, el, field, fill, note, show} from './dom.js';
import * as format from './format.js';

const PAGE = 50;

/** A panel that asks for the list only when it is opened. */
export function sessions(context) {
  const search = el('input', {type: 'search', autocomplete: 'off', spellcheck: 'false'});
  const asked = field('Position or session id', search, 'The position as the fan’s page tells it; of another lane with that lane’s number before it, as in 2-7. Empty: everyone who is inside.');
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
  let next = null;
  let shown = 0;
  let turn = 0;
  show(table, false);
  show(more, false);
  node.addEventListener('toggle', () => {
    if (node.open && shown === 0) {
      void load(true);
    }
  });

  function query() {
    const wanted = search.value.trim();
    const place = /^(\d+-)?(\d+)$/.exec(wanted);
    // Fans' pages count from 1, the API from 0.
    const which = wanted === '' ? {}
        : place ? {position: (place[1] ?? '') + Math.max(0, Number(place[2]) - 1)}
            : {session: wanted};
    return {limit: PAGE, ...which, ...(next === null ? {} : {after: next})};
  }

  async function load(anew) {
    // What was asked before is not what is wanted now.
    turn += 1;
    const mine = turn;
    if (anew) {
      next = null;
    }
    trouble.replaceChildren();
    try {
      const {body} = await api.get(api.eventPath(context.event, 'sessions'), {query: query()});
      if (mine !== turn) {
        return;
      }
      if (anew) {
        shown = 0;
        rows.replaceChildren();
      }
      body.sessions.forEach((session) => rows.append(row(session)));
      shown += body.sessions.length;
      next = body.next;
      show(table, shown > 0);
      show(more, next !== null);
      fill(found, shown === 0 ? 'Nobody is inside who fits.' : `${format.count(shown)} shown.`);
    } catch (failure) {
      fill(trouble, note(api.said(failure)));
    }
  }

  function row(session) {
    const line = el('tr', {},
        el('th', {scope: 'row'}, format.count(session.position + 1),
            session.lane && session.lane !== 'general' ? ` (${session.lane})` : ''),
        el('td', {}, format.clock(session.since)), el('td', {}, format.clock(session.expiresAt)),
        el('td', {class: 'code'}, session.sessionId),
        el('td', {}, context.may('operator') && button('Revoke …', () => revoke(session, line), '',
            {'aria-label': `Revoke the session of position ${session.position + 1}`})));
    return line;
  }

  async function revoke(session, line) {
    const sure = await confirm('Revoke a session', el('p', {},
        `The fan at position ${format.count(session.position + 1)} is refused at every gateway within `,
        'a second and cannot come back with this place.'), 'Revoke it', 'danger');
    if (!sure) {
      return;
    }
    try {
      await api.remove(api.eventPath(context.event, 'sessions', session.sessionId));
      fill(line.lastChild, 'revoked');
      context.announce('The session is revoked.');
    } catch (failure) {
      fill(trouble, note(api.said(failure)));
    }
  }

  return {node};
}
