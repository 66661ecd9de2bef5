/*
 * One fan's way, for who asks "why am I here?". Fans count from 1, and the API from 0: what is typed
 * and shown here is what stands on the fan's page.
 */
import * as api from './api.js';
import {button, confirm, el, field, fill, note, redraw} from './dom.js';
import * as format from './format.js';
import {placeOf, placeText} from './places.js';

const STATES = {waiting: 'Waits', called: 'Is called and may come', admitted: 'Is inside',
  over: 'Its turn or visit is over'};
const STEPS = {joined: 'Joined', drawn: 'Drawn', placed: 'Stands by time', waiting: 'Waits',
  called: 'Called', expected: 'Expected', came: 'At the door', admitted: 'Let in',
  extended: 'Longer inside', inside: 'Inside', ended: 'Over', revoked: 'Revoked',
  'no-show': 'Did not come', lapsed: 'Turn over'};

export async function show(root, context) {
  context.title(`A fan of ${context.event}`);
  const stop = new AbortController();
  const wanted = el('input', {type: 'search', autocomplete: 'off', spellcheck: 'false',
    value: context.query.get('of') || ''});
  const kind = el('select', {}, [['place', 'Arrival number on the fan’s page'],
    ['position', 'Position on the fan’s page'], ['session', 'Session id']].map(([value, text]) => el('option', {value}, text)));
  kind.value = context.query.get('by') || 'place';
  const asked = field('Which', wanted, 'Of another lane with its name before it: members-1,234.');
  const answer = el('div', {'aria-live': 'polite'});

  let newest = 0; // An answer that comes after a later question is nobody's any more.

  async function find(submit) {
    if (submit) {
      submit.preventDefault();
    }
    if (stop.signal.aborted) {
      return; // Another view has the address by now.
    }
    newest += 1;
    const mine = newest;
    asked.wrong(null);
    const text = wanted.value.trim();
    if (text === '') {
      asked.wrong('Say which fan.');
      wanted.focus();
      return;
    }
    history.replaceState(null, '', `#/e/${context.event}/fan?by=${kind.value}&of=${
      encodeURIComponent(text)}`);
    const said = kind.value === 'session' ? text : placeOf(text);
    if (said === null) {
      fill(answer);
      asked.wrong('A number as on the fan’s page is needed here, such as 1,234 or members-1,234.');
      wanted.focus();
      return;
    }
    try {
      const place = kind.value === 'place' ? said : `${kind.value}:${said}`;
      const [{body}, event] = await Promise.all([
        api.get(api.eventPath(context.event, 'places', place), {signal: stop.signal}),
        api.get(api.eventPath(context.event), {signal: stop.signal})]);
      if (mine !== newest) {
        return;
      }
      redraw(wanted, () => fill(answer, trail(body, context, find, event.body.live.lanes)));
    } catch (failure) {
      if (mine !== newest) {
        return;
      }
      fill(answer);
      if (failure.status === 404 || failure.code === 'invalid-settings') {
        const [first] = failure.errors || [];
        asked.wrong(first ? first.detail : 'There is no such fan in this life of the event.');
        wanted.focus();
      } else if (failure.name !== 'AbortError') {
        fill(answer, note(api.said(failure)));
      }
    }
  }

  fill(root, el('h1', {}, 'Why am I here?'),
      el('form', {class: 'panel', novalidate: true, on: {submit: find}},
          el('div', {class: 'row'}, field('Look up by', kind).node, asked.node),
          el('div', {class: 'actions'}, el('button', {type: 'submit', class: 'main'}, 'Look up'))),
      answer);
  if (wanted.value) {
    await find(null);
  }
  return () => stop.abort();
}

function trail(place, context, again, lanes) {
  const number = placeText(place.arrival, place.lane, lanes);
  return el('section', {class: 'panel', 'aria-labelledby': 'trail'},
      el('h2', {id: 'trail'}, `The fan with number ${number}`),
      el('p', {class: 'state'}, el('span', {class: 'phase'}, STATES[place.state] || place.state), ' ',
          place.position === null || place.position === undefined ? 'No position is known yet.'
              : `Position ${format.count(place.position + 1)}.`),
      el('ol', {class: 'trail'}, place.steps.map((step) => el('li', {},
          step.at ? format.timeOf(step.at) : el('span', {class: 'soft'}, 'Time not known'), ' ',
          el('b', {}, STEPS[step.what] || step.what), ' ',
          el('span', {dir: 'auto'}, step.detail)))),
      el('p', {class: 'hint'}, 'These sentences, like the API, count from 0; the fan’s page counts from 1.'),
      place.state === 'admitted' && context.may('operator')
          && el('div', {class: 'actions'}, button('Revoke the session …',
              () => revoke(place, context, again), 'danger')));
}

async function revoke(place, context, again) {
  const sure = await confirm('Revoke the session', el('p', {},
      `The fan at position ${format.count(place.position + 1)} is refused at every gateway within a `,
      'second, and cannot come back with this place.'), 'Revoke it', 'danger');
  if (!sure) {
    return;
  }
  try {
    const id = await sessionAt(place, context);
    if (!id) {
      context.announce('There is no session any more.');
    } else {
      await api.remove(api.eventPath(context.event, 'sessions', id));
      context.announce('The session is revoked.');
    }
    await again(null);
  } catch (failure) {
    context.announce(api.said(failure));
    document.querySelector('main').prepend(note(api.said(failure)));
  }
}

async function sessionAt({lane, position}, context) {
  const {body} = await api.get(api.eventPath(context.event, 'sessions'),
      {query: {position: lane ? `${lane}-${position}` : position}});
  return body.sessions.length > 0 ? body.sessions[0].sessionId : null;
}
