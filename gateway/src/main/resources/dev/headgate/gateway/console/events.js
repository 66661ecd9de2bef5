/* The list of events: what each does now, and what it does next. */
import * as api from './api.js';
import {el, fill, note, show as showing} from './dom.js';
import * as format from './format.js';

const EVERY_MILLIS = 5000;
const MANY = 8;

export async function show(root, context) {
  context.title('Events');
  let events = [];
  const stop = new AbortController();
  const filter = el('input', {type: 'search', placeholder: 'Title or id', on: {input: draw}});
  const phases = el('select', {on: {change: draw}}, el('option', {value: ''}, 'Every phase'),
      ['scheduled', 'waiting', 'drawing', 'on-sale', 'paused', 'sold-out', 'ended'].map(
          (phase) => el('option', {value: phase}, format.phase({phase}))));
  const filters = el('div', {class: 'filters', hidden: true},
      el('label', {}, 'Find ', filter), el('label', {}, 'Phase ', phases));
  const stale = el('div');
  const list = el('div');
  fill(root, el('h1', {}, 'Events'), stale, filters, list);

  function draw() {
    showing(filters, events.length >= MANY);
    const wanted = filter.value.trim().toLowerCase();
    const chosen = events.filter((event) => (!phases.value || event.phase === phases.value
        || (phases.value === 'paused' && format.isPaused(event)))
        && `${event.event} ${event.settings.title}`.toLowerCase().includes(wanted));
    if (events.length === 0) {
      fill(list, el('p', {}, 'There is no event yet.'));
    } else if (chosen.length === 0) {
      fill(list, el('p', {}, `None of ${events.length} events fits.`));
    } else {
      keepFocus(list, () => fill(list, el('ul', {class: 'events'}, chosen.map(card))));
    }
  }

  async function load() {
    events = await api.allOf('/api/events', 'events', {signal: stop.signal});
    stale.replaceChildren();
    draw();
  }

  await load();
  const timer = setInterval(() => {
    load().catch((failure) => {
      if (failure.name !== 'AbortError') {
        fill(stale, note(`${api.said(failure)} What you see may be old.`));
      }
    });
  }, EVERY_MILLIS);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** Drawing again must not take the focus from who goes through the list by keyboard. */
function keepFocus(list, draw) {
  const active = document.activeElement;
  const address = list.contains(active) ? active.getAttribute('href') : null;
  draw();
  if (address) {
    const same = list.querySelector(`a[href="${CSS.escape(address)}"]`);
    if (same) {
      same.focus();
    }
  }
}

function card(event) {
  const live = event.live;
  return el('li', {},
      el('a', {href: `#/e/${event.event}`}, el('span', {class: 'name', dir: 'auto'},
          event.settings.title), ' ', el('span', {class: 'id'}, event.event)),
      el('span', {class: `phase ${event.phase}`},
          event.restoring ? 'Store coming back' : format.phase(event)),
      el('dl', {class: 'small'},
          figure('Waiting', format.count(live.waiting)),
          figure('Inside', `${format.count(live.active)} of ${
            format.count(event.settings.dials.totalActiveUsers)}`),
          figure('Admitted a minute', `${format.count(live.admittedLastMinute)} of ${
            format.count(event.settings.dials.newUsersPerMinute)}`)),
      el('p', {class: 'next'}, next(event)));
}

function figure(name, value) {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value));
}

/** What happens next, in words. */
export function next(event) {
  const now = Date.parse(event.serverTime);
  const until = (time) => format.span((Date.parse(time) - now) / 1000);
  const opens = event.settings.opensAt;
  if (event.phase === 'ended') {
    return event.closesAt ? `Ended ${format.day(event.closesAt)}` : 'Ended';
  }
  if (event.phase === 'scheduled' && opens) {
    return `Opens in ${until(opens)}, ${format.day(opens)}`;
  }
  if (event.onSaleAt && Date.parse(event.onSaleAt) > now) {
    return `Starts in ${until(event.onSaleAt)}, ${format.day(event.onSaleAt)}`;
  }
  if (event.settings.start === 'manual' && !event.drawnAt) {
    return 'Starts when somebody makes the draw';
  }
  return event.closesAt ? `Closes in ${until(event.closesAt)}, ${format.day(event.closesAt)}`
      : event.phase === 'scheduled' ? 'No start is planned' : 'No end is planned';
}
