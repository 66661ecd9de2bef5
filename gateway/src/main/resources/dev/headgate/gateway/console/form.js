/*
 * All settings of an event as one form. Names of fields are the server's, such as
 * dials.turnWindow, so that what it finds wrong stands at the field it names.
 */
import {button, el, field, fill, freshId, group, show} from './dom.js';
import * as format from './format.js';
import {instantField} from './instants.js';
import {effort} from './effort.js';
import {whole} from './numbers.js';

const MODES = [
  ['random-then-fifo', 'Draw, then by time: who comes before the start is shuffled'],
  ['fifo', 'By time alone'],
  ['random-rounds', 'Rounds: each stretch of time has a draw of its own'],
  ['passthrough', 'Open: everybody is let in at once'],
  ['reject', 'Closed: nobody is let in']];
const STATUSES = [
  [200, '200, a page'], [202, '202, accepted'], [429, '429, too many'], [503, '503, unavailable']];

/** The names of fields for people, in the order of the form. */
export const LABELS = {
  'event': 'Id', 'title': 'Title', 'mode': 'Order', 'start': 'Start of the sale',
  'opensAt': 'Fans may join from', 'closesAt': 'Ends at', 'roundLength': 'Length of a round',
  'dials.newUsersPerMinute': 'Let in a minute', 'dials.totalActiveUsers': 'Inside at most',
  'dials.sessionDuration': 'Length of a session', 'dials.maxSession': 'Longest session',
  'dials.turnWindow': 'Time to take a turn', 'dials.throttle': 'Throttle',
  'slowStart': 'Slow start', 'throttling.p95Millis': 'Holds slower than (ms)',
  'throttling.errorPercent': 'Requests that fail (%)',
  'throttling.poolPercent': 'Database connections in use (%)',
  'throttling.floorPercent': 'Least that is left of the rate (%)',
  'throttling.ceilingPercent': 'Most that is left of the rate (%)',
  'throttling.stepPercent': 'One step upwards (%)',
  'lanes': 'Lanes', 'resume': 'Page a fan is sent to once inside',
  'queueStatus': 'Status of the queue page at a protected address',
  'maxPlaces': 'Places at most', 'dpop': 'Bound to the browser',
  'challenge': 'Work before a place', 'challenge.difficulty': 'Difficulty', 'theme': 'Look of the queue page'};

/** A label for any field that the server names, lanes[2].name included. */
export function labelOf(name) {
  const lane = /^lanes\[(\d+)\]\.?(\w*)$/.exec(name);
  return lane ? `Lane ${Number(lane[1]) + 1}${lane[2] ? `, ${lane[2]}` : ''}`
      : LABELS[name] || name;
}

/** What is wrong with a field, where nothing stands in it. */
export const worded = (detail) => detail.replace(/^''/, 'empty');

const numeric = (text) => whole(text) ?? text;

function textField(name, hint, properties = {}) {
  const input = el('input', {type: 'text', autocomplete: 'off', ...properties});
  const asked = field(LABELS[name], input, hint);
  return {...asked, get: () => input.value, set: (value) => {
    input.value = value ?? '';
  }};
}

function numberField(name, hint = null) {
  const asked = textField(name, hint, {inputmode: 'numeric', spellcheck: 'false'});
  // What is no number is sent as it is: the server says what it should be.
  return {...asked, get: () => numeric(asked.input.value)};
}

function choiceField(name, choices, hint = null) {
  const input = el('select', {}, choices.map(([value, text]) => el('option', {value}, text)));
  const asked = field(LABELS[name], input, hint);
  return {...asked, get: () => input.value, set: (value) => {
    input.value = value ?? '';
  }};
}

/** A length of time in whole seconds, as a number and its unit. Optional: empty is null. */
function durationField(name, hint = null, optional = false) {
  const units = [['S', 'seconds', 1], ['M', 'minutes', 60], ['H', 'hours', 3600]];
  const asked = textField(name, hint, {inputmode: 'numeric', spellcheck: 'false'});
  const unit = el('select', {'aria-label': `${LABELS[name]}: unit`},
      units.map(([value, text]) => el('option', {value}, text)));
  unit.value = 'M';
  const both = el('div', {class: 'length'});
  asked.input.before(both);
  both.append(asked.input, unit);
  return {...asked,
    get() {
      const text = asked.input.value.trim();
      const length = whole(text);
      return text === '' ? (optional ? null : '') : length === null ? text
          : `PT${length}${unit.value}`;
    },
    set(value) {
      const seconds = value ? format.secondsOf(value) : NaN;
      const fits = [...units].reverse().find(([, , length]) => seconds % length === 0) || units[0];
      unit.value = Number.isNaN(seconds) ? 'M' : fits[0];
      asked.input.value = Number.isNaN(seconds) ? value || '' : String(seconds / fits[2]);
    }};
}

function startField() {
  const kind = choiceField('start', [['at', 'At a time'], ['manual', 'When an operator draws'],
    ['always', 'Always on: there is no start']]);
  const at = instantField('Date and time of the start');
  const node = el('div', {}, kind.node, at.node);
  const draw = () => show(at.node, kind.input.value === 'at');
  kind.input.addEventListener('change', draw);
  return {node, input: kind.input, stop: at.stop,
    get: () => kind.input.value === 'at' ? at.get() ?? '' : kind.input.value,
    set(value) {
      const word = ['manual', 'always'].includes(value);
      kind.input.value = word ? value : 'at';
      at.set(word || !value ? null : value);
      draw();
    },
    wrong(text) {
      const atTime = kind.input.value === 'at';
      at.wrong(atTime ? text : null);
      kind.wrong(atTime ? null : text);
      this.input = atTime ? at.input : kind.input;
    }};
}

/** None, or a difficulty with what it asks of a browser. */
function challengeField() {
  const kind = choiceField('challenge', [['none', 'None'],
    ['work', 'The browser works something out first']]);
  const bits = numberField('challenge.difficulty', '8 to 24 leading zero bits.');
  const hint = bits.node.querySelector('.hint');
  const node = el('div', {}, kind.node, bits.node);
  const draw = () => {
    show(bits.node, kind.get() === 'work');
    fill(hint, effort(bits.get()) || '8 to 24 leading zero bits.');
  };
  node.addEventListener('input', draw);
  return {node, input: kind.input,
    get: () => kind.get() === 'work' ? {difficulty: bits.get()} : null,
    set(value) {
      kind.set(value ? 'work' : 'none');
      bits.set(value ? value.difficulty : 16);
      draw();
    },
    wrong(text) {
      const works = kind.get() === 'work';
      bits.wrong(works ? text : null);
      kind.wrong(works ? null : text);
      this.input = works ? bits.input : kind.input;
    }};
}

/** Lanes in their order, which their numbers follow. */
function lanesField() {
  const rows = el('div');
  const error = el('p', {class: 'wrong', hidden: true});
  const add = button('Add a lane', () => {
    addRow({name: '', weight: 1});
    entries[entries.length - 1].name.input.focus();
    changed();
  });
  const node = group(LABELS.lanes,
      el('p', {class: 'hint'}, 'Queues of their own for who holds an entry ticket. While somebody ',
          'waits in each, fans are called by weight. Everybody else is in the lane general; list ',
          'it to give it another weight than 1.'), rows, error, add);
  let entries = [];
  const changed = () => node.dispatchEvent(new Event('input', {bubbles: true}));

  function addRow({name, weight}) {
    const nameInput = el('input', {type: 'text', value: name, autocapitalize: 'off',
      autocomplete: 'off', spellcheck: 'false'});
    const weightInput = el('input', {type: 'text', inputmode: 'numeric', value: weight});
    const entry = {name: field('Name', nameInput), weight: field('Weight', weightInput)};
    entry.row = el('div', {class: 'lane', role: 'group', 'aria-label': `Lane ${entries.length + 1}`},
        entry.name.node, entry.weight.node, button('Remove', () => {
          entries = entries.filter((other) => other !== entry);
          entry.row.remove();
          add.focus();
          changed();
        }, 'quiet'));
    entries.push(entry);
    rows.append(entry.row);
  }

  return {node, input: add,
    get: () => entries.map(({name, weight}) =>
      ({name: name.input.value.trim(), weight: numeric(weight.input.value)})),
    set(lanes) {
      entries = [];
      fill(rows);
      (lanes || []).forEach(addRow);
    },
    wrong(text) {
      fill(error, text || '');
      show(error, Boolean(text));
    },
    /** The field of one lane that the server names. */
    part(name) {
      const [, index, member] = /^lanes\[(\d+)\]\.?(\w*)$/.exec(name) || [];
      const entry = index === undefined ? null : entries[Number(index)];
      return entry ? entry[member] || entry.name : null;
    },
    parts: () => entries.flatMap(({name, weight}) => [name, weight])};
}

/** The form: {node, get(), set(settings), mark(errors, only), focus(name), fields, stop()}. */
export function settingsForm(choices) {
  const themes = [['', choices.theme ? `As configured (${choices.theme})` : 'As configured'],
    ...choices.themes.map((name) => [name, name])];
  const fields = {
    'title': textField('title', 'What fans read.', {maxlength: 200, dir: 'auto'}),
    'mode': choiceField('mode', MODES),
    'start': startField(),
    'opensAt': instantField(LABELS.opensAt, 'Empty: at once.'),
    'closesAt': instantField(LABELS.closesAt, 'From then on nobody joins or is let in. Empty: never.'),
    'roundLength': durationField('roundLength', 'Of rounds alone, after the start.'),
    'dials.newUsersPerMinute': numberField('dials.newUsersPerMinute', 'In any 60 seconds. 0 halts.'),
    'dials.totalActiveUsers': numberField('dials.totalActiveUsers', 'At one time.'),
    'dials.sessionDuration': durationField('dials.sessionDuration', 'Until it is renewed.'),
    'dials.maxSession': durationField('dials.maxSession', 'With all renewals.'),
    'dials.turnWindow': durationField('dials.turnWindow', 'How long a called fan may take to come.'),
    'dials.throttle': choiceField('dials.throttle', [['off', 'Off'],
      ['auto', 'Automatic: the rate falls while the shop is overloaded']]),
    'slowStart': durationField('slowStart',
        'How long the rate rises after the start, a resume or a raised dial. Empty: at once.', true),
    ...Object.fromEntries(['p95Millis', 'errorPercent', 'poolPercent', 'floorPercent',
      'ceilingPercent', 'stepPercent'].map((name) =>
      [`throttling.${name}`, numberField(`throttling.${name}`)])),
    'lanes': lanesField(),
    'resume': textField('resume', 'Such as /events/derby/seats. Empty: fans stay on the page.',
        {spellcheck: 'false', autocapitalize: 'off'}),
    'queueStatus': choiceField('queueStatus', STATUSES),
    'maxPlaces': numberField('maxPlaces', 'Then the queue is full: 1 to 10,000,000.'),
    'dpop': choiceField('dpop', [['off', 'No: a ticket is enough'],
      ['required', 'Yes: a place is good only in the browser that took it']]),
    'challenge': challengeField(),
    'theme': choiceField('theme', themes)};
  const names = Object.keys(fields);
  const nodes = (...wanted) => wanted.map((name) => fields[name].node);
  const shop = el('details', {}, el('summary', {}, 'When the throttle lowers the rate'),
      el('div', {class: 'row'}, nodes(...names.filter((name) => name.startsWith('throttling.')))));
  const node = el('div', {},
      group('What it is', nodes('title', 'mode', 'roundLength', 'theme')),
      group('When', nodes('start', 'opensAt', 'closesAt')),
      group('Dials', el('div', {class: 'row'},
          nodes('dials.newUsersPerMinute', 'dials.totalActiveUsers')), el('div', {class: 'row'},
          nodes('dials.sessionDuration', 'dials.maxSession', 'dials.turnWindow', 'slowStart')),
      nodes('dials.throttle'), shop),
      fields.lanes.node,
      group('At the shop and at the edges', nodes('resume', 'queueStatus', 'maxPlaces', 'dpop',
          'challenge'),
          el('p', {class: 'hint'}, 'While the store is away nobody new is let in; this cannot be ',
              'set otherwise.')));

  const drawRounds = () => show(fields.roundLength.node, fields.mode.get() === 'random-rounds');
  fields.mode.input.addEventListener('change', drawRounds);

  function get() {
    const settings = {};
    for (const name of names) {
      const [outer, inner] = name.split('.');
      const value = valueOf(name);
      if (inner) {
        settings[outer] = {...settings[outer], [inner]: value};
      } else {
        settings[outer] = value;
      }
    }
    return settings;
  }

  function valueOf(name) {
    const value = fields[name].get();
    const orNull = ['resume', 'theme'].includes(name) && value === '';
    return orNull ? null : name === 'queueStatus' ? Number(value) : value;
  }

  function set(settings) {
    for (const name of names) {
      const [outer, inner] = name.split('.');
      fields[name].set(inner ? (settings[outer] || {})[inner] : settings[outer]);
    }
    drawRounds();
  }

  function find(name) {
    return fields[name] || fields.lanes.part(name)
        || Object.entries(fields).find(([outer]) => /^[[.]/.test(name.slice(outer.length))
            && name.startsWith(outer))?.[1] || null;
  }

  /**
   * Shows what is wrong where it is, and takes away what was; `only` says of which fields. Returns
   * those that have no field here.
   */
  function mark(errors, only = () => true) {
    [...Object.values(fields), ...fields.lanes.parts()].forEach((one) => one.wrong(null));
    const homeless = [];
    for (const {field: name, detail} of errors) {
      const one = find(name);
      if (!one) {
        homeless.push({field: name, detail});
      } else if (only(name)) {
        one.wrong(worded(detail));
      }
    }
    return homeless;
  }

  function focus(name) {
    const one = find(name);
    if (one) {
      const hidden = one.input.closest('details');
      if (hidden) {
        hidden.open = true;
      }
      one.input.focus();
    }
  }

  return {node, get, set, mark, focus, fields, id: freshId('settings'),
    /** Which field a control belongs to. */
    nameOf: (target) => names.find((name) => fields[name].node.contains(target)) || null,
    stop: () => Object.values(fields).forEach((one) => one.stop && one.stop())};
}
