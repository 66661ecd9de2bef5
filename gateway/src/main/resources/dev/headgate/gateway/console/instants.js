/*
 * Instants as people set them: a local time and its zone. What is sent is RFC 9557, such as
 * 2026-12-01T11:00:00+01:00[Europe/Berlin], so that the server decides by its own rules of zones.
 */
import * as api from './api.js';
import {el, field, fill, show} from './dom.js';
import * as format from './format.js';

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const EVERY_MILLIS = 5000;
const HOUR = 3600000;

function zones() {
  const all = Intl.supportedValuesOf ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([HERE, 'UTC', ...all])];
}

/** What clocks in the zone show at an instant: 2026-12-01T11:00:00. */
export function localOf(millis, zone) {
  const parts = new Intl.DateTimeFormat('en-CA', {timeZone: zone, hourCycle: 'h23', year: 'numeric',
    month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit'})
      .formatToParts(new Date(millis));
  const part = (type) => parts.find((one) => one.type === type).value;
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${
    part('second')}`;
}

/** The instants at which clocks in the zone show that: mostly one, none or two when they change. */
export function instantsOf(local, zone) {
  const asUtc = Date.parse(`${withSeconds(local)}Z`);
  if (Number.isNaN(asUtc)) {
    return [];
  }
  const offsets = new Set([-30, -2, 2, 30].map((hours) => {
    const then = asUtc + hours * HOUR;
    return Date.parse(`${localOf(then, zone)}Z`) - Math.floor(then / 1000) * 1000;
  }));
  return [...offsets].map((offset) => asUtc - offset)
      .filter((millis) => localOf(millis, zone) === withSeconds(local)).sort((a, b) => a - b);
}

const withSeconds = (local) => local.length === 16 ? `${local}:00` : local.slice(0, 19);

function offsetText(millis, zone) {
  const minutes = (Date.parse(`${localOf(millis, zone)}Z`) - Math.floor(millis / 1000) * 1000) / 60000;
  const abs = Math.abs(minutes);
  const two = (value) => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(abs / 60)}:${two(abs % 60)}`;
}

/** "1 Dec 2026, 10:00 UTC, in 3 h 5 min"; what has passed says so. */
export function inWords(millis, now = api.now()) {
  const utc = new Date(millis).toISOString().replace('T', ' ').replace(/:\d\d\.\d+Z$/, '');
  const here = HERE === 'UTC' ? '' : ` · here ${format.day(millis)}`;
  const seconds = (millis - now) / 1000;
  const away = seconds >= 0 ? `in ${format.span(seconds)}` : `${format.span(-seconds)} ago`;
  return `${utc} UTC${here} · ${away}`;
}

/**
 * Returns {node, input, get(), set(instant, what get() gave, or null), wrong(text), stop()}. get() is null where nothing
 * is set; an instant that nobody touched is given back as it came, to the millisecond.
 */
export function instantField(label, hint = null) {
  const time = el('input', {type: 'datetime-local', step: 1});
  const zone = el('select', {'aria-label': `${label}: time zone`},
      zones().map((name) => el('option', {value: name}, name === HERE ? `${name} (here)` : name)));
  const twice = el('select', {'aria-label': `${label}: which of the two`, hidden: true});
  const words = el('p', {class: 'hint'});
  const asked = field(label, time, hint);
  const node = el('div', {class: 'instant'}, asked.node, zone, twice, words);
  let original = null;
  let zoneOfOriginal = HERE;

  function candidates() {
    return time.value ? instantsOf(time.value, zone.value) : [];
  }

  function isUntouched() {
    return original !== null && zone.value === zoneOfOriginal
        && withSeconds(time.value) === localOf(Date.parse(original), zoneOfOriginal);
  }

  function draw() {
    const found = candidates();
    const chosen = twice.value;
    fill(twice, found.map((millis, i) => el('option', {value: offsetText(millis, zone.value)},
        `${i === 0 ? 'The first' : 'The second'} (${offsetText(millis, zone.value)})`)));
    if ([...twice.options].some((option) => option.value === chosen)) {
      twice.value = chosen;
    }
    show(twice, found.length > 1);
    fill(words, !time.value ? '' : found.length === 0
        ? 'Clocks there do not show this time on that day.' : inWords(millis(found)));
    show(words, words.textContent !== '');
  }

  function millis(found) {
    return found.length > 1 ? found[Math.max(0, twice.selectedIndex)] : found[0];
  }

  function get() {
    if (!time.value) {
      return null;
    }
    if (isUntouched()) {
      return original;
    }
    const found = candidates();
    const offset = found.length === 0 ? '' : offsetText(millis(found), zone.value);
    return zone.value === 'UTC' ? `${withSeconds(time.value)}Z`
        : `${withSeconds(time.value)}${offset}[${zone.value}]`;
  }

  /** Takes an instant; or what get() gave of one that was typed, which names its zone. */
  function set(given) {
    const [iso, own] = String(given ?? '').split(/[[\]]/);
    original = own ? null : given;
    zone.value = own || zone.value;
    zoneOfOriginal = zone.value;
    time.value = own ? iso.slice(0, 19) : iso ? localOf(Date.parse(iso), zone.value) : '';
    draw();
    if (iso && candidates().length > 1) {
      twice.value = own ? iso.slice(19) : offsetText(Date.parse(iso), zone.value);
      draw();
    }
  }

  // Another zone is another way to write what is set, until a time is typed.
  zone.addEventListener('change', () => {
    if (original !== null && withSeconds(time.value) === localOf(Date.parse(original), zoneOfOriginal)) {
      set(original);
    }
    draw();
  });
  time.addEventListener('input', draw);
  twice.addEventListener('change', draw);
  const timer = setInterval(draw, EVERY_MILLIS);
  draw();
  return {node, input: time, get, set, wrong: asked.wrong, stop: () => clearInterval(timer)};
}
