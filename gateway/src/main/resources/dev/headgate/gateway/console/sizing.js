/* How large a sale gets, and which dials suit it, with the working shown. */
import * as api from './api.js';
import {el, field, fill, note} from './dom.js';
import * as format from './format.js';
import {decimal, whole} from './numbers.js';

const QUESTIONS = [
  ['seats', 'Seats for sale', '40000', 'numeric', null],
  ['ticketsPerOrder', 'Tickets in an order', '2.5', 'decimal', 'In the mean.'],
  ['minutesInside', 'Minutes inside', '8', 'decimal', 'How long a fan stays in the shop, in the mean.'],
  ['conversion', 'Share who buy (%)', '60', 'decimal', 'Of those who are let in.'],
  ['newUsersPerMinute', 'Fans a minute the shop can take', '600', 'numeric', 'As a load test has shown.']];

export async function show(root, context) {
  context.title('Sizing');
  const fields = Object.fromEntries(QUESTIONS.map(([name, label, value, mode, hint]) =>
    [name, field(label, el('input', {type: 'text', inputmode: mode, value, autocomplete: 'off'}), hint)]));
  const answer = el('div', {'aria-live': 'polite'});
  const trouble = el('div');
  const stop = new AbortController();
  const events = context.may('admin')
      ? await api.allOf('/api/events', 'events', {signal: stop.signal}) : [];

  async function work(submit) {
    submit.preventDefault();
    Object.values(fields).forEach((one) => one.wrong(null));
    fill(trouble);
    try {
      const {body} = await api.post('/api/sizing', question(fields), {signal: stop.signal});
      fill(answer, result(body, events, context.may('admin')));
    } catch (failure) {
      fill(answer);
      const known = (failure.errors || []).filter(({field: name}) => fields[name]);
      known.forEach(({field: name, detail}) => fields[name].wrong(detail));
      if (known.length === 0) {
        fill(trouble, note(api.said(failure)));
      } else {
        fields[known[0].field].input.focus();
      }
    }
  }

  fill(root, el('h1', {}, 'How large does the sale get?'),
      el('div', {class: 'columns'},
          el('form', {class: 'panel', novalidate: true, on: {submit: work}},
              Object.values(fields).map(({node}) => node), trouble,
              el('div', {class: 'actions'},
                  el('button', {type: 'submit', class: 'main'}, 'Work it out'))),
          answer));
  return () => stop.abort();
}

function question(fields) {
  // What is no number is sent as it is: the server says what it should be.
  const asked = Object.fromEntries(QUESTIONS.map(([name, , , mode]) => {
    const text = fields[name].input.value;
    return [name, (mode === 'numeric' ? whole(text) : decimal(text)) ?? text];
  }));
  // People say 60 per cent; the API says 0.6.
  return {...asked, conversion: typeof asked.conversion === 'number'
      ? asked.conversion / 100 : asked.conversion};
}

function result(body, events, may) {
  const {newUsersPerMinute, totalActiveUsers} = body.recommended;
  const query = `?newUsersPerMinute=${newUsersPerMinute}&totalActiveUsers=${totalActiveUsers}`;
  const link = el('a', {class: 'button main', href: `#/new${query}`}, 'Use these dials');
  const which = el('select', {on: {change: () => {
    link.href = which.value ? `#/e/${which.value}/settings${query}` : `#/new${query}`;
  }}}, el('option', {value: ''}, 'A new event'),
  events.map(({event, settings}) => el('option', {value: event}, `${settings.title} (${event})`)));
  const figure = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
  return el('section', {class: 'panel', 'aria-labelledby': 'sized'},
      el('h2', {id: 'sized'}, 'What it needs'),
      el('dl', {class: 'small'},
          figure('Let in a minute', format.count(newUsersPerMinute)),
          figure('Inside at most', format.count(totalActiveUsers)),
          figure('Orders', format.count(body.orders)),
          figure('Fans to let in', format.count(body.fansNeeded)),
          figure('Inside, in the mean', format.count(body.usersInside)),
          figure('Sold out after', `${format.decimal(body.minutesToSellOut)} min`)),
      el('h3', {}, 'How it was worked out'),
      el('ol', {class: 'working'}, body.working.map((line) => el('li', {}, line))),
      may && el('div', {}, field('For', which).node, el('div', {class: 'actions'}, link)));
}
