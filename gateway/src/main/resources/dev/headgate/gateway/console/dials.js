/*
 * The dials: what they are, what a turn of them will do, and taking it back. What is typed stays,
 * whoever else changes a dial meanwhile: theirs is shown beside it, and nothing is written over
 * without having been seen (If-Match).
 */
import * as api from './api.js';
import {DIALS, dialText, differing, words} from './changes.js';
import {button, confirm, debounced, el, field, fill, note, redraw, show} from './dom.js';
import * as format from './format.js';
import {decimal, whole} from './numbers.js';

const FORECAST_AFTER_MILLIS = 300;
const FORECAST_AGAIN_MILLIS = 10000;

const HINTS = {
  newUsersPerMinute: 'Admissions in any 60 seconds, at most. 0 halts the queue.',
  totalActiveUsers: 'Sessions at one time, at most. Lowering it throws nobody out.',
  sessionDuration: 'Minutes until an admission has to be renewed.',
  maxSession: 'Minutes with all renewals.',
  turnWindow: 'Minutes that a called fan has to come.',
  throttle: 'Whether a shop in trouble lowers the rate.'};

const BINDING = {dial: 'the rate', cap: 'inside at most', throttle: 'the throttle',
  stock: 'the seats', paused: 'the pause', 'slow-start': 'the slow start',
  'not-started': 'the start', 'nobody-waits': 'nothing, nobody waits', 'sold-out': 'sold out',
  ended: 'the end', mode: 'the mode', restoring: 'the store'};

/** panel.node; panel.update(event) takes the event as it is now; panel.stop() ends it. */
export function dials(context, changes, changed) {
  const inputs = {};
  const fields = {};
  let base = null;
  let now = null;
  let busy = false;
  let sending = false;
  let asked = null;
  let shownConflict = null;
  let running = new AbortController();

  for (const name of Object.keys(DIALS)) {
    inputs[name] = inputFor(name);
    inputs[name].addEventListener('input', typing);
    inputs[name].addEventListener('change', () => asRead(name));
    fields[name] = field(DIALS[name], inputs[name], HINTS[name]);
  }
  const why = el('input', {type: 'text', maxlength: 300, autocomplete: 'off'});
  const whyField = field('Why', why, 'For the audit trail; fans never see it.');
  const steps = el('div', {class: 'steps', role: 'group', 'aria-label': 'Steps of the rate'},
      [['−25 %', 0.75], ['−10 %', 0.9], ['+10 %', 1.1], ['+25 %', 1.25]].map(([text, factor]) =>
        button(text, () => step(factor), 'step')));
  const forecast = el('div', {class: 'forecast'});
  const conflict = el('div');
  const trouble = el('div');
  const apply = el('button', {type: 'submit', class: 'main'}, 'Apply');
  const reset = button('Forget what I typed', () => redraw(heading, () => fillIn(now)), 'quiet');
  const undo = el('div', {class: 'undo'});
  const rest = el('details', {}, el('summary', {}, 'Sessions, turns and throttle'),
      el('div', {class: 'row'}, ['sessionDuration', 'maxSession', 'turnWindow', 'throttle'].map(
          (name) => fields[name].node)));
  const form = el('form', {on: {submit}, novalidate: true},
      el('div', {class: 'row'}, fields.newUsersPerMinute.node, fields.totalActiveUsers.node),
      steps, rest, conflict, forecast, whyField.node, trouble,
      el('div', {class: 'actions'}, apply, reset));
  const heading = el('h2', {id: 'dials', tabindex: '-1'}, 'Dials');
  const node = el('section', {class: 'panel', 'aria-labelledby': 'dials'}, heading, form, undo);
  const askSoon = debounced(FORECAST_AFTER_MILLIS, ask);
  const timer = setInterval(() => {
    if (now && !document.hidden && !sending) {
      void ask();
    }
  }, FORECAST_AGAIN_MILLIS);
  context.guard(() => now !== null && Object.keys(DIALS).some(isTouched));

  function step(factor) {
    const {value: before, wrong} = read('newUsersPerMinute', inputs.newUsersPerMinute.value);
    if (wrong) {
      return;
    }
    const after = Math.round(before * factor);
    // A small number moves by one at least, or its buttons would do nothing.
    inputs.newUsersPerMinute.value = after === before ? before + Math.sign(factor - 1) : after;
    typing();
  }

  function typing() {
    enable();
    askSoon();
  }

  /** Shows how what was typed is read: 1200, where it was 1,200. */
  function asRead(name) {
    const {value, wrong} = read(name, inputs[name].value);
    inputs[name].value = wrong ? inputs[name].value : shown(name, value);
  }

  /** Whether something else stands in a dial than what was read of it, half a number included. */
  function isTouched(name) {
    const {value, wrong} = read(name, inputs[name].value);
    return Boolean(wrong) || !same(name, value, base.dials[name]);
  }

  /** {changes, wrong}: the dials that differ from those that were read, and whether any is no dial. */
  function typed() {
    const result = {changes: {}, wrong: false};
    for (const name of Object.keys(DIALS)) {
      const {value, wrong} = read(name, inputs[name].value);
      fields[name].wrong(wrong);
      result.wrong = result.wrong || Boolean(wrong);
      if (!wrong && !same(name, value, base.dials[name])) {
        result.changes[name] = value;
      }
    }
    return result;
  }

  function enable() {
    const {changes: typedChanges, wrong} = typed();
    const none = Object.keys(typedChanges).length === 0;
    apply.disabled = busy || wrong || none;
    show(reset, wrong || !none);
  }

  /** Takes an event's dials over; `kept` says of which somebody has typed something since. */
  function fillIn(event, kept = () => false) {
    const keep = Object.keys(DIALS).filter(kept);
    shownConflict = null;
    base = {version: event.version, dials: event.settings.dials};
    for (const name of Object.keys(DIALS).filter((one) => !keep.includes(one))) {
      inputs[name].value = shown(name, base.dials[name]);
    }
    conflict.replaceChildren();
    trouble.replaceChildren();
    enable();
    void ask();
  }

  /** The event as it is now, perhaps changed by somebody else. */
  function update(event) {
    const before = now;
    now = event;
    if (before === null) {
      fillIn(event);
    } else if (differing(base.dials, event.settings.dials).length === 0) {
      // Others paused or said something: what was read of the dials is still true.
      base.version = event.version;
    } else if (!busy && event.version !== shownConflict) {
      takeIn(event);
    }
    if (before !== null && before.phase !== event.phase) {
      void ask(); // Where it led before, it leads no more.
    }
    offerUndo();
  }

  /** Somebody else's dials: taken over where nothing was typed, and shown beside what was. */
  function takeIn(event) {
    const theirs = event.settings.dials;
    const mine = Object.keys(DIALS).filter((name) => isTouched(name) && !isTyped(name, theirs[name]));
    const both = mine.filter((name) => !same(name, base.dials[name], theirs[name]));
    if (both.length === 0) {
      fillIn(event, (name) => mine.includes(name));
      return;
    }
    for (const [name, , to] of differing(base.dials, theirs)) {
      if (!mine.includes(name)) {
        inputs[name].value = shown(name, to);
        base.dials = {...base.dials, [name]: to};
      }
    }
    drawConflict(event, both);
    enable();
  }

  function isTyped(name, value) {
    const found = read(name, inputs[name].value);
    return !found.wrong && same(name, found.value, value);
  }

  function drawConflict(event, rows) {
    shownConflict = event.version;
    const entry = changes.lastThatMade(event.settings.dials);
    redraw(heading, () => fill(conflict, el('div', {class: 'note warn', role: 'alert'},
        el('p', {}, entry ? `${entry.who} changed the dials at ${format.clock(entry.at)}: ${
          words(entry)}.` : 'Somebody changed the dials while you were typing.'),
        el('div', {class: 'scroll', tabindex: '0'}, el('table', {},
            el('thead', {}, el('tr', {}, ['Dial', 'Now', 'You typed'].map((text) =>
              el('th', {scope: 'col'}, text)))),
            el('tbody', {}, rows.map((name) => el('tr', {}, el('th', {scope: 'row'}, DIALS[name]),
                el('td', {}, dialText(name, event.settings.dials[name])),
                el('td', {}, typedText(name))))))),
        el('div', {class: 'actions'},
            button('Keep what I typed', () => keep(event), '', {'data-key': 'keep'}),
            button('Take theirs', () => redraw(heading, () =>
              fillIn(event, (name) => !rows.includes(name) && isTouched(name))), '',
            {'data-key': 'theirs'})))));
  }

  function typedText(name) {
    const {value, wrong} = read(name, inputs[name].value);
    return wrong ? inputs[name].value : dialText(name, value);
  }

  function keep(event) {
    fillIn(event, isTouched);
    apply.focus();
  }

  /** The forecast of what is typed; null where there is none. */
  function ask() {
    const {changes: wanted, wrong} = typed();
    running.abort();
    if (wrong) {
      asked = null;
      fill(forecast, el('p', {class: 'soft'}, 'No forecast of something that is no dial.'));
      return Promise.resolve(null);
    }
    running = new AbortController();
    return forecastOf(wanted);
  }

  async function forecastOf(wanted) {
    try {
      const {body} = await api.post(api.eventPath(context.event, 'forecast'), {dials: wanted},
          {signal: running.signal});
      asked = {wanted: JSON.stringify(wanted), answer: body};
      drawForecast(body, Object.keys(wanted).length > 0);
      return body;
    } catch (failure) {
      if (failure.name !== 'AbortError') {
        asked = null;
        drawWrong(failure);
        fill(forecast, el('p', {class: 'soft'}, `No forecast: ${api.said(failure)}`));
      }
      return null;
    }
  }

  function drawForecast(body, changing) {
    const rows = [
      ['Really let in a minute', (f) => format.count(f.effectivePerMinute)],
      ['All who wait are in', (f) => f.waitingInAt ? format.moment(f.waitingInAt, api.now()) : 'not known'],
      ['Inside then', (f) => f.insideExpected === null ? 'not known'
          : format.count(f.insideExpected)],
      ['What binds', (f) => BINDING[f.binding] || f.binding || 'not known'],
      ['Seats gone', (f) => f.soldOutAt ? format.moment(f.soldOutAt, api.now()) : 'not known']];
    fill(forecast,
        el('h3', {}, changing ? 'What this would do' : 'Where this leads'),
        el('p', {class: 'sentence'}, changing ? body.asked.sentence : body.now.sentence),
        changing && el('table', {class: 'compare'},
            el('thead', {}, el('tr', {}, ['', 'As it is', 'With these'].map((text) =>
              text ? el('th', {scope: 'col'}, text) : el('td', {})))),
            el('tbody', {}, rows.map(([name, of]) => el('tr', {}, el('th', {scope: 'row'}, name),
                el('td', {}, of(body.now)),
                el('td', {class: of(body.now) === of(body.asked) ? '' : 'differs'},
                    of(body.asked)))))),
        changing && body.large && el('p', {class: 'note warn'},
            'A large change: you will be asked once more.'),
        changing && (body.warnings || []).map((warning) => el('p', {class: 'note warn'}, warning)));
  }

  /** What the API says of fields goes to the fields. */
  function drawWrong(failure) {
    for (const {field: name, detail} of failure.errors || []) {
      const short = name.replace(/^dials\./, '');
      if (fields[short]) {
        fields[short].wrong(detail);
        if (short !== 'newUsersPerMinute' && short !== 'totalActiveUsers') {
          rest.open = true;
        }
      }
    }
  }

  async function submit(event) {
    event.preventDefault();
    const {changes: wanted, wrong} = typed();
    if (busy || sending || wrong || Object.keys(wanted).length === 0) {
      return;
    }
    askSoon.stop();
    // The regular look at where it leads would put an end to this one.
    sending = true;
    const known = asked && asked.wanted === JSON.stringify(wanted) ? asked.answer : await ask();
    sending = false;
    const from = {...base.dials};
    // Without a forecast nobody knows whether it is large.
    if ((known === null || known.large) && !(await sure(wanted, from, known))) {
      return;
    }
    await write(wanted, why.value);
  }

  function sure(wanted, from, known) {
    return confirm('A large change', [
      el('ul', {}, Object.entries(wanted).map(([name, to]) => el('li', {},
          `${DIALS[name]}: ${dialText(name, from[name])} → `, el('b', {}, dialText(name, to))))),
      known === null ? el('p', {}, 'There is no forecast of what it would do.')
          : el('p', {}, known.asked.sentence),
      known && el('p', {class: 'soft'}, `As it is: ${known.now.sentence}`)], 'Apply it');
  }

  /** Writes dials over those that were read, and nothing else. */
  async function write(wanted, reason) {
    busy = true;
    enable();
    trouble.replaceChildren();
    const sent = Object.fromEntries(Object.keys(DIALS).map((name) => [name, inputs[name].value]));
    const aside = Object.keys(DIALS).filter((name) => !(name in wanted) && isTouched(name));
    try {
      const {body} = await api.patch(api.eventPath(context.event, 'dials'), wanted,
          {etag: `"${base.version}"`, why: reason});
      why.value = why.value === reason ? '' : why.value;
      now = body;
      // What was typed while the answer was on its way stays.
      fillIn(body, (name) => aside.includes(name) || inputs[name].value !== sent[name]);
      changed(body, 'The dials are changed.');
    } catch (failure) {
      if (failure.status === 412) {
        await stale().catch((other) => fill(trouble, note(api.said(other))));
      } else {
        drawWrong(failure);
        fill(trouble, note(api.said(failure)));
      }
    } finally {
      busy = false;
      enable();
    }
  }

  async function stale() {
    const {body} = await api.get(api.eventPath(context.event));
    await changes.read(body.serverTime).catch(() => []);
    now = body;
    changed(body, null);
    if (differing(base.dials, body.settings.dials).length === 0) {
      base.version = body.version;
      fill(trouble, note('The event changed meanwhile, but not its dials. Apply again.', 'warn'));
      return;
    }
    takeIn(body);
    if (shownConflict === null) {
      const entry = changes.lastThatMade(body.settings.dials);
      fill(trouble, note(`Not done: ${entry ? `${entry.who} was first, ${words(entry)}`
          : 'somebody else was first'}.`, 'warn'));
    }
  }

  /** Offered while the last change of the dials is one's own. */
  function offerUndo() {
    const last = changes.lastOfDials();
    const mine = last && last.change === 'dials' && last.who === context.session.name
        && differing(last.to, now.settings.dials).length === 0;
    const back = mine ? differing(last.to, last.from) : [];
    const text = back.map(([name, , to]) => `${DIALS[name]} to ${dialText(name, to)}`).join(', ');
    if (undo.dataset.text === text) {
      return;
    }
    undo.dataset.text = text;
    redraw(heading, () => fill(undo, back.length > 0 && [
      el('p', {class: 'soft'}, `You changed them at ${format.clock(last.at)}.`),
      button(`Undo: ${text}`, () => takeBack(back))]));
  }

  /** Takes one's last change back; what is typed in other dials stays. */
  async function takeBack(back) {
    const typedIn = Object.keys(DIALS).filter(isTouched);
    base = {version: now.version, dials: now.settings.dials};
    const names = back.map(([name]) => name);
    for (const name of Object.keys(DIALS).filter((one) => names.includes(one) || !typedIn.includes(one))) {
      inputs[name].value = shown(name, base.dials[name]);
    }
    await write(Object.fromEntries(back.map(([name, , to]) => [name, to])), 'undo');
  }

  return {node, update, refresh: offerUndo, stop() {
    clearInterval(timer);
    askSoon.stop();
    running.abort();
  }};
}

/** The dials to read, for those who may not turn them. */
export function dialsToRead() {
  const list = el('dl', {class: 'small'});
  const node = el('section', {class: 'panel', 'aria-labelledby': 'dials'},
      el('h2', {id: 'dials'}, 'Dials'), list);
  let drawn = '';
  return {node, refresh() {}, stop() {}, update(event) {
    const state = JSON.stringify(event.settings.dials);
    if (state === drawn) {
      return;
    }
    drawn = state;
    fill(list, Object.entries(DIALS).map(([name, label]) => el('div', {}, el('dt', {}, label),
        el('dd', {}, dialText(name, event.settings.dials[name])))));
  }};
}

const isLength = (name) => ['sessionDuration', 'maxSession', 'turnWindow'].includes(name);

function inputFor(name) {
  if (name === 'throttle') {
    return el('select', {}, el('option', {value: 'off'}, 'off'),
        el('option', {value: 'auto'}, 'auto'));
  }
  return el('input', {type: 'text', inputmode: isLength(name) ? 'decimal' : 'numeric',
    autocomplete: 'off', spellcheck: 'false'});
}

function shown(name, value) {
  return isLength(name) ? String(Math.round(format.secondsOf(value) / 60 * 1e4) / 1e4)
      : String(value);
}

/** {value, wrong} of what stands in a control. */
function read(name, text) {
  if (name === 'throttle') {
    return {value: text, wrong: null};
  }
  if (!isLength(name)) {
    const number = whole(text);
    return {value: number, wrong: number === null ? 'A whole number is needed here.' : null};
  }
  const minutes = decimal(text);
  if (minutes === null) {
    return {value: null, wrong: 'A number of minutes is needed here, such as 10 or 1.5.'};
  }
  const seconds = Math.round(minutes * 60);
  return seconds < 1 ? {value: null, wrong: 'More than nothing.'}
      : {value: format.durationOf(seconds), wrong: null};
}

function same(name, one, other) {
  return isLength(name) ? format.secondsOf(one) === format.secondsOf(other) : one === other;
}
