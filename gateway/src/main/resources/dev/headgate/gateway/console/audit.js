/* Who changed what: newest first, by person and kind, with before and after, and as a file. */
import * as api from './api.js';
import {words} from './changes.js';
import {differing, flat, valueText} from './conflict.js';
import {button, el, fill, note, show as showing} from './dom.js';
import {labelOf} from './form.js';
import * as format from './format.js';

const PAGE = 50;

export async function show(root, context) {
  context.title(`Audit trail of ${context.event}`);
  const stop = new AbortController();
  const path = api.eventPath(context.event, 'audit');
  const who = el('select', {});
  const change = el('select', {});
  const list = el('ol', {class: 'audit'});
  const found = el('p', {class: 'soft', role: 'status'});
  const trouble = el('div');
  const more = button('Older ones', () => draw(shown + PAGE));
  let all = [];
  let shown = PAGE;

  async function load() {
    fill(trouble);
    try {
      const entries = await api.allOf(path, 'entries', {query: {limit: 1000}, signal: stop.signal});
      all = entries.reverse();
      options(who, 'Everybody', all.map((entry) => entry.who));
      options(change, 'Every change', all.map((entry) => entry.change));
      draw(PAGE);
    } catch (failure) {
      if (failure.name !== 'AbortError') {
        fill(trouble, note(api.said(failure)), button('Try again', load));
      }
    }
  }

  function draw(most) {
    shown = most;
    const wanted = all.filter((entry) => (!who.value || entry.who === who.value)
        && (!change.value || entry.change === change.value));
    fill(list, wanted.slice(0, shown).map(row));
    showing(more, wanted.length > shown);
    fill(found, wanted.length === 0 ? 'Nothing was changed that fits.'
        : `${format.count(Math.min(shown, wanted.length))} of ${format.count(wanted.length)} changes.`);
  }

  [who, change].forEach((one) => one.addEventListener('change', () => draw(PAGE)));
  fill(root, el('h1', {}, 'Audit trail'),
      el('div', {class: 'filters'}, el('label', {}, 'Who ', who), el('label', {}, 'What ', change),
          el('div', {class: 'downloads'},
              el('a', {class: 'button', href: `${path}?format=csv`,
                download: `${context.event}-audit.csv`}, 'Download CSV'),
              el('a', {class: 'button', href: `${path}?format=jsonl`,
                download: `${context.event}-audit.jsonl`}, 'Download JSON lines'),
              button('Look again', load, 'quiet'))),
      trouble, found, list, more);
  showing(more, false);
  await load();
  return () => stop.abort();
}

function options(select, everything, values) {
  const chosen = select.value;
  fill(select, el('option', {value: ''}, everything), [...new Set(values)].sort().map((value) =>
    el('option', {value}, value)));
  select.value = [...select.options].some(({value}) => value === chosen) ? chosen : '';
}

function row(entry) {
  const details = compared(entry);
  return el('li', {},
      el('p', {class: 'line'}, format.timeOf(entry.at), ' ', el('b', {dir: 'auto'}, entry.who), ' ',
          el('span', {class: 'soft'}, entry.role), ' ', el('span', {dir: 'auto'}, words(entry))),
      (entry.why || entry.address) && el('p', {class: 'soft'},
          entry.why && ['Why: ', el('span', {dir: 'auto'}, entry.why), ' ']
          , entry.address && `From ${entry.address}`),
      details && el('details', {}, el('summary', {}, 'Before and after'), details));
}

/** What was before and is after, field by field; null where the sentence says it all. */
function compared({from, to}) {
  const before = asFields(from);
  const after = asFields(to);
  const names = differing(before, after);
  return names.length === 0 ? null : el('div', {class: 'scroll', tabindex: '0'},
      el('table', {class: 'compare'}, el('thead', {}, el('tr', {},
          ['Field', 'Before', 'After'].map((text) => el('th', {scope: 'col'}, text)))),
      el('tbody', {}, names.map((name) => el('tr', {}, el('th', {scope: 'row'}, labelled(name)),
          el('td', {dir: 'auto'}, valueText(before[name])),
          el('td', {dir: 'auto'}, valueText(after[name])))))));
}

function asFields(value) {
  return value === null || value === undefined ? {}
      : typeof value === 'object' && !Array.isArray(value) ? flat(value) : {value};
}

const labelled = (name) => name === 'value' ? 'Value'
    : labelOf(name) !== name ? labelOf(name) : labelOf(`dials.${name}`).replace(/^dials\./, '');
