// Every word that a script of these pages says, and how numbers, money and times are written. A language
// more is a table more: nothing else holds text. A value is a text, or one text for each plural form of `n`.

const ENGLISH = {
  'map.choose': 'Choose your seats',
  'map.limits': { one: '{venue}. You can choose {n} seat.', other: '{venue}. Choose up to {n} seats.' },
  'map.loading': 'Loading the seats …',
  'map.view': 'Show seats as',
  'map.as-map': 'Map',
  'map.as-list': 'List',
  'map.title': 'Map of seats',
  'map.whole': 'Whole plan',
  'map.hint': 'A plan, not to scale. Front rows are at the top of each section. Tap a section to see its seats.',
  'map.hint-seats': 'Drag to move, pinch or use + and − to zoom. Tap a seat to choose it.',
  'map.keys': 'Arrow keys move, plus and minus zoom, Enter chooses, Escape shows the whole plan. The list offers the same.',
  'map.in': 'Zoom in',
  'map.out': 'Zoom out',
  'section.free': { one: '{n} free', other: '{n} free' },
  'section.none': 'none free',
  'section.fits': { one: '{n} that fits', other: '{n} that fit' },
  'section.no-fit': 'none that fits',
  'section.label': '{name}, {free} of {seats}, {prices}',
  'section.line': '{name}, {prices} a seat',
  'section.summary': '{free}, {prices}',
  'sections': 'Sections',
  'sections.change': 'Change',
  'list.keys': 'Arrow keys go from one to the next, Enter chooses.',
  'row.label': 'Row {row}, {free}',
  'price.none': 'not on sale',
  'price.range': '{low} to {high}',
  'seat.label': 'Seat {id}, {state}{price}{view}',
  'seat.price': ', {price}',
  'seat.step-free': ', step-free',
  'seat.restricted': ', restricted view',
  'seat.free': 'free',
  'seat.chosen': 'chosen',
  'seat.mine': 'held for you',
  'seat.taken': 'taken',
  'seat.off': 'not on sale',
  'seat.other': 'free, outside your filter',
  'legend': 'What the marks mean',
  'legend.free': 'free',
  'legend.chosen': 'chosen',
  'legend.mine': 'yours',
  'legend.taken': 'taken',
  'legend.other': 'outside your filter',
  'legend.step-free': 'step-free',
  'legend.restricted': 'restricted view',
  'legend.many': 'many free',
  'legend.some': 'some free',
  'legend.few': 'few free',
  'legend.none': 'none free',
  'filter.title': 'Filter',
  'filter.on': 'Filter: on',
  'filter.price': 'At most, a seat',
  'filter.any-price': 'Any price',
  'filter.up-to': 'Up to {price}',
  'filter.type': 'Ticket',
  'filter.any-type': 'Any ticket',
  'filter.full-view': 'No restricted view',
  'filter.step-free': 'Step-free only',
  'filter.clear': 'Clear the filter',
  'filter.found': { one: '{n} free seat fits.', other: '{n} free seats fit.' },
  'best.title': 'Best seats',
  'best.section': 'Section',
  'best.any': 'Any section',
  'best.count': 'Seats',
  'best.price': 'At most, a seat',
  'best.go': 'Find and hold',
  'best.why': 'Neighbours in one row first. What is found is held for you at once.',
  'choice.none': 'No seat chosen yet',
  'choice': '{seats}: {total}',
  'choice.most': { one: 'You can choose {n} seat at most.', other: 'You can choose {n} seats at most.' },
  'choice.hold': { one: 'Hold', other: 'Hold {n} seats' },
  'offer.title': 'Free nearby:',
  'offer.take': 'Choose {seat}',
  'basket.title': 'Held for you',
  'basket.why': 'Nobody else can take these seats while their time runs.',
  'basket.line': '{seats}: {total}',
  'basket.pay': 'Pay',
  'basket.pay-label': 'Pay for {seats}',
  'basket.release': 'Release',
  'basket.release-label': 'Release {seats}',
  'basket.more': 'More time',
  'basket.more-label': 'More time for {seats}',
  'basket.left': '{left} left, until {until}',
  'time.up': 'Time is up',
  'time.left': '{left} left',
  'time.until': 'until {until}',
  'time.120': 'Two minutes left.',
  'time.30': 'Half a minute left.',
  'say.asking': 'Asking for the seats …',
  'say.looking': 'Looking for the best seats …',
  'say.held': { one: '{seats} is held for you.', other: '{seats} are held for you.' },
  'say.went': '{seats} just went.',
  'say.released': '{seats} released.',
  'say.not-yours': '{seats} were not yours any more.',
  'say.extended': 'You have more time: until {until}.',
  'say.ran-out': 'Your time for {seats} ran out. Your choice is kept: hold it again.',
  'say.ran-out-gone': 'Your time for {seats} ran out, and somebody else has {gone} by now.',
  'say.lost': 'The connection is lost; trying again.',
  'say.unanswered': 'The connection is lost. Your seats may be held: looking.',
  'say.paying': 'Paying. Please wait.',
  'say.pay-lost': 'The connection is lost. Your payment may be under way: asking what became of it. Do not pay again.',
  'say.busy': 'The shop is busy. Your seats are kept; trying again.',
  'say.try-again': 'The connection is lost. Please try again.',
  'say.order-lost': 'The connection is lost. Your order goes on without it; trying again.',
  'not.seats-taken': '{taken} just went. None of your choice is held yet.',
  'not.not-on-sale': 'Not on sale: {notOnSale}.',
  'not.not-enough-seats': 'Not so many seats are free there. Try fewer, another section or another price.',
  'not.single-seat-left': 'That would leave a single seat: {single}. Please choose next to it, or take it, too.',
  'not.limit-reached': 'That would be too many: {limit} tickets a customer, you have {owned}.',
  'not.limit-reached-holds': 'You can have {limit} holds at a time. Pay for one or release one first.',
  'not.sale-not-open': 'The sale has not started yet.',
  'not.ended': 'The sale is over.',
  'not.slow-down': 'You are asking very often. Please wait a little.',
  'not.contention': 'Many want these seats in this very moment. Please try again.',
  'not.account-required': 'This event sells to customers with an account only.',
  'not.phone-required': 'This event asks for a confirmed phone number.',
  'not.proof-required': 'This admission is bound to the browser that queued, and this one does not have its key.',
  'not.proof-invalid': 'This admission is bound to the browser that queued, and this one does not have its key.',
  'not.no-extension': 'This event gives no more time.',
  'not.already-extended': 'These seats have had their extra time.',
  'not.other': 'That did not work. Please try again.',
  'pay.payments-off': 'Nothing can be paid for at the moment. Your card was not charged.',
  'pay.account-required': 'This event sells to customers with an account only. Your card was not charged.',
  'pay.phone-required': 'This event asks for a confirmed phone number. Your card was not charged.',
  'pay.invalid-payment-method': 'This card is not taken here. Nothing was charged: please choose another.',
  'pay.key-reused': 'This payment was begun with other details. Please look at your order before you pay again.',
  'pay.invalid-email': 'This e-mail address cannot be used. Nothing was charged.',
  'pay.limit-reached': 'That would be more tickets than one customer may have. Your card was not charged.',
  'pay.proof-required': 'These seats are bound to the browser that queued, and this one does not have its key.',
  'pay.proof-invalid': 'That did not work. Your card was not charged: please load this page again.',
  'pay.other': 'That did not work. Your card was not charged.',
};

const TABLES = { en: ENGLISH };
const language = document.documentElement.lang;
const table = TABLES[language] || ENGLISH;
// The page's language as it is written where the fan comes from.
const locale = (navigator.languages || []).find((each) => each.split('-')[0] === language) || language;
const plural = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);
const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
const clockTimes = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const days = new Intl.DateTimeFormat(locale, {
  weekday: 'long', day: 'numeric', month: 'long', year: 'numeric',
  hour: 'numeric', minute: '2-digit', timeZoneName: 'short',
});
const currencies = new Map();

/** Whether there is such a text. */
export const known = (key) => Object.hasOwn(table, key);

/** The text of that key with its values; numbers among them are written as the language does. */
export function word(key, values = {}) {
  const entry = table[key];
  if (entry === undefined) throw new Error(`no word: ${key}`);
  const text = typeof entry === 'string' ? entry : entry[plural.select(values.n)] || entry.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? numbers.format(value) : String(value ?? '');
  });
}

export const number = (value) => numbers.format(value);
export const listed = (texts) => list.format(texts);
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

/** Puts texts, amounts and times in where the page only names them. */
export function fill(root = document) {
  for (const each of root.querySelectorAll('[data-word]')) {
    each.textContent = word(each.dataset.word, { ...each.dataset, n: Number(each.dataset.n) });
  }
  for (const each of root.querySelectorAll('[data-word-label]')) {
    each.setAttribute('aria-label', word(each.dataset.wordLabel));
  }
  for (const each of root.querySelectorAll('data.money')) {
    each.textContent = money(Number(each.value), each.dataset.currency);
  }
  for (const each of root.querySelectorAll('time[datetime]')) {
    each.textContent = days.format(Date.parse(each.dateTime));
  }
}
