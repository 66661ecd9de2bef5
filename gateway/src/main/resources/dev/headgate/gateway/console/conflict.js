/* Two people's settings beside each other, field by field. */
import {words} from './changes.js';
import {button, el} from './dom.js';
import {labelOf} from './form.js';
import * as format from './format.js';

/** What is there as a whole or not at all. */
const WHOLE = ['challenge'];

/** {'dials.turnWindow': 'PT5M', …}; lists are one value. */
export function flat(value, prefix = '') {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || WHOLE.includes(prefix)) {
    return prefix ? {[prefix]: value} : {};
  }
  return Object.assign({}, ...Object.entries(value).map(([name, inner]) =>
    flat(inner, prefix ? `${prefix}.${name}` : name)));
}

/** A value as people read it. */
export function valueText(value) {
  if (value === null || value === undefined || value === '') {
    return '–';
  }
  if (Array.isArray(value)) {
    return value.map((one) => one && typeof one === 'object'
        ? Object.values(one).join(' × ') : String(one)).join(', ') || '–';
  }
  if (typeof value === 'object') {
    return Object.entries(value).map(([name, inner]) => `${name} ${inner}`).join(', ');
  }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) {
    return value.replace('T', ' ').replace('.000Z', ' UTC').replace(/Z$/, ' UTC');
  }
  const seconds = typeof value === 'string' && value.startsWith('P') ? format.secondsOf(value) : NaN;
  return Number.isNaN(seconds) ? String(value) : format.span(seconds);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The names that differ between two flat things. */
export function differing(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((name) => !same(one[name] ?? null, other[name] ?? null));
}

/**
 * The content of a dialog that ends with the settings put together: what only one of the two
 * changed is taken as changed, and for what both did somebody chooses.
 */
export function resolveConflict({before, theirs, yours}, who, close) {
  const was = flat(before);
  const them = flat(theirs);
  const you = flat(yours);
  const names = [...new Set([...differing(was, them), ...differing(was, you)])];
  const choices = new Map();
  const rows = names.map((name) => {
    const both = !same(was[name], them[name]) && !same(was[name], you[name])
        && !same(them[name], you[name]);
    const select = el('select', {'aria-label': `${labelOf(name)}: whose`},
        el('option', {value: 'theirs'}, 'theirs'), el('option', {value: 'yours'}, 'yours'));
    select.value = same(was[name], you[name]) ? 'theirs' : 'yours';
    choices.set(name, select);
    return el('tr', {}, el('th', {scope: 'row'}, labelOf(name),
        both && el('span', {class: 'both'}, ' both changed it')),
    [was, them, you].map((side) => el('td', {dir: 'auto'}, valueText(side[name]))),
    el('td', {}, select));
  });
  const put = () => {
    const merged = structuredClone(theirs);
    for (const [name, select] of choices) {
      const [outer, inner] = name.split('.');
      const side = select.value === 'yours' ? yours : theirs;
      if (inner) {
        merged[outer][inner] = side[outer][inner];
      } else {
        merged[outer] = side[outer];
      }
    }
    close(merged);
  };
  return [
    el('p', {}, who ? `${who.who} at ${format.clock(who.at)}: ${words(who)}. ` : '',
        'Choose what is to be saved for each field that differs.'),
    el('div', {class: 'scroll', tabindex: '0'}, el('table', {class: 'compare'},
        el('caption', {}, 'What differs'),
        el('thead', {}, el('tr', {}, ['Field', 'When you began', 'Theirs, now', 'Yours', 'Take'].map(
            (text) => el('th', {scope: 'col'}, text)))),
        el('tbody', {}, rows))),
    el('div', {class: 'actions'}, button('Go back', () => close(), 'quiet'),
        button('Put together', put, 'main'))];
}
