/* One fan's way, for who asks "why am I here?". */
import * as api from './api.js';
import {button, confirm, el, field, fill, note} from './dom.js';
import * as format from './format.js';

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
  const kind = el('select', {}, [['place', 'Number in the queue'], ['position', 'Position'],
    ['session', 'Session id']].map(([value, text]) => el('option', {value}, text)));
  kind.value = context.query.get('by') || 'place';
  const asked = field('Which', wanted, 'The number stands on the fan’s page. In a lane: 1-1234.');
  const answer = el('div', {'aria-live': 'polite'});

  async function find(submit) {
    if (submit) {
      submit.preventDefault();
    }
    asked.wrong(null);
    const text = wanted.value.trim();
    if (text === '') {
      asked.wrong('Say which fan.');
      wanted.focus();
      return;
    }
    history.replaceState(null, '', `#/e/${context.event}/fan?by=${kind.value}&of=${
      encodeURIComponent(text)}`);
    try {
      const place = kind.value === 'place' ? text : `${kind.value}:${text}`;
      const {body} = await api.get(api.eventPath(context.event, 'places', place),
          {signal: stop.signal});
      fill(answer, trail(body, context, find));
    } catch (failure) {
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

function trail(place, context, again) {
  const number = `${format.count(place.arrival)}${place.lane ? ` of lane ${place.lane}` : ''}`;
  return el('section', {class: 'panel', 'aria-labelledby': 'trail'},
      el('h2', {id: 'trail'}, `The fan with number ${number}`),
      el('p', {class: 'state'}, el('span', {class: 'phase'}, STATES[place.state] || place.state), ' ',
          place.position === null || place.position === undefined ? 'No position is known yet.'
              : `Position ${format.count(place.position)}.`),
      el('ol', {class: 'trail'}, place.steps.map((step) => el('li', {},
          step.at ? format.timeOf(step.at) : el('span', {class: 'soft'}, 'Time not known'), ' ',
          el('b', {}, STEPS[step.what] || step.what), ' ',
          el('span', {dir: 'auto'}, step.detail)))),
      place.state === 'admitted' && context.may('operator')
          && el('div', {class: 'actions'}, button('Revoke the session …',
              () => revoke(place, context, again), 'danger')));
}

async function revoke(place, context, again) {
  const sure = await confirm('Revoke the session', el('p', {},
      `The fan at position ${format.count(place.position)} is refused at every gateway within a `,
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
