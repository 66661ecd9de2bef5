// How these pages say something, and how they write numbers, money and times. The words themselves come in one
// file a language. A value is a text, or one text for each plural form of `n`.

const { lang: language, dir } = document.documentElement;
const { default: table } = await import(`./words-${language}.js`);
// The page's language as it is written where the fan comes from.
const locale = (navigator.languages || []).find((each) => each.split('-')[0] === language) || language;
const plural = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(locale);
const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
const clockTimes = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const currencies = new Map();

/** A seat or a name in other letters must not turn the order of what stands around it. */
const isolated = (text) => (dir === 'rtl' && text !== '' ? `\u2068${text}\u2069` : text);

/** Whether there is such a text. */
export const known = (key) => Object.hasOwn(table, key);

/** The text of that key with its values; numbers among them are written as the language does. */
export function word(key, values = {}) {
  const entry = table[key];
  if (entry === undefined) throw new Error(`no word: ${key}`);
  const text = typeof entry === 'string' ? entry : entry[plural.select(values.n)] || entry.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? numbers.format(value) : isolated(String(value ?? ''));
  });
}

export const number = (value) => numbers.format(value);
/** It runs as the sentence does, also where every item of it is in other letters. */
export const listed = (texts) => (dir === 'rtl' ? '\u200f' : '') + list.format(texts.map(isolated));
export const clockTime = (millis) => clockTimes.format(millis);

/** An amount in the smallest unit of a currency: 4500 yen are 4500. */
export function money(minor, currency = document.body.dataset.currency) {
  const code = (currency || 'eur').toUpperCase();
  if (!currencies.has(code)) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code });
    currencies.set(code, [format, 10 ** format.resolvedOptions().maximumFractionDigits]);
  }
  const [format, unit] = currencies.get(code);
  return format.format(minor / unit);
}

/** How many of the smallest unit an amount is that somebody typed. */
export function minorUnits(amount, currency = document.body.dataset.currency) {
  money(0, currency);
  return Math.round(Number(amount) * currencies.get((currency || 'eur').toUpperCase())[1]);
}

/** Minutes and seconds. */
export const countdown = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
