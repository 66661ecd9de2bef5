// The seat page: a map and a list of the same seats, what was chosen, and what is held.
import { clockTime, known, listed, minorUnits, money, number, word } from './words.js';
import { now, onThisClock, secondsUntil, setClock, slept } from './clock.js';
import { bySeat, Filter, isFree, nearest, Plan, priceRange } from './plan.js';
import { headgateKey } from './proof.js';
import { ask, codeOf } from './shop.js';
import { Basket, seatsOf } from './basket.js';
import { Feed } from './feed.js';
import { SeatList } from './seatlist.js';
import { SeatMap } from './seatmap.js';

const { event } = document.body.dataset;
const max = Number(document.body.dataset.max);
const base = `/events/${event}`;
const el = (id) => document.getElementById(id);
const KEPT_VIEW = 'headgate:seats:view';
const POLL = 5000;
const LOOK_ANYWAY = 30000; // also beside a stream: another process may have sold
const PROVEN_EVERY = 30000;
const MOST_OFFERS = 3;

let plan = null;
let etag = null;
let looked = -Infinity; // at the map, by this device's clock
let asking = false; // for a hold, which one click may do once
let counts = new Map(); // free seats by section, as filtered
let listedAt = -Infinity; // when the holds were last asked for
let isBound = 'jkt' in document.body.dataset; // to a key of this browser
const filter = new Filter();
const chosen = new Map();

// What comes with the admission here, and with the shop's own session elsewhere.
const admission = headgateKey(document.body.dataset);
const session = headgateKey();

const ordered = (ids) => listed([...ids].sort(bySeat));

function say(text, alert = false) {
  el('message').textContent = text;
  el('message').classList.toggle('alert', alert);
}

// --- what the map and the list show -----------------------------------------------------------

function stateOf(seat) {
  if (basket.has(seat.id)) return 'mine';
  if (chosen.has(seat.id)) return 'chosen';
  if (isFree(seat)) return filter.on && !filter.fits(seat) ? 'other' : 'free';
  return seat.state === 'unavailable' ? 'off' : 'taken';
}

function countText(n) {
  const key = filter.on ? ['section.no-fit', 'section.fits'] : ['section.none', 'section.free'];
  return n === 0 ? word(key[0]) : word(key[1], { n });
}

function freeIn(section) {
  const n = filter.on ? counts.get(section.id) || 0 : section.free;
  return { n, number: number(n), text: countText(n) };
}

function pricesOf(section) {
  section.range ??= { of: priceRange(section) };
  const range = section.range.of;
  if (range === null) return word('price.none');
  const [low, high] = range.map((cents) => money(cents));
  return low === high ? low : word('price.range', { low, high });
}

const about = {
  state: stateOf,
  free: freeIn,
  prices: pricesOf,
  share: (section) => (section.seats > 0 ? freeIn(section).n / section.seats : 0),
  words: (section) => word('section.label', {
    name: section.name, free: freeIn(section).text, seats: section.seats, prices: pricesOf(section),
  }),
  rowFree: (row) => countText(filter.count([row])),
  label: (seat, state) => word('seat.label', {
    id: seat.id,
    state: word(`seat.${state === 'chosen' ? 'free' : state}`),
    price: seat.priceCents === null ? '' : word('seat.price', { price: money(seat.priceCents) }),
    view: (seat.accessible ? word('seat.step-free') : '')
      + (seat.restrictedView ? word('seat.restricted') : ''),
  }),
  toggle,
  shown: showWhere,
};

const basket = new Basket(el('basket'), el('holds'), { say, release, more: extend, over: () => setTimeout(() => refresh(), 1500) });
const map = new SeatMap(el('map'), about);
const list = new SeatList({
  picker: el('picker'), sections: el('sections'), rows: el('rows'),
  title: el('rows-title'), current: el('current'), free: el('current-free'),
}, about);

const asList = () => document.querySelector('[name=view]:checked').value === 'list';
const shown = () => (asList() ? list : map);

function redraw() {
  if (!plan) return;
  shown().redraw();
  showChoice();
}

function showWhere(level, section) {
  const whole = level === 'sections' || !section;
  const text = whole ? word('map.whole')
    : word('section.line', { name: section.name, prices: pricesOf(section) });
  if (el('map-title').textContent !== text) el('map-title').textContent = text;
  el('map-hint').textContent = word(level === 'seats' ? 'map.hint-seats' : 'map.hint');
  el('legend-sections').hidden = level !== 'sections';
  el('legend-seats').hidden = level === 'sections';
}

function showView() {
  el('as-map').hidden = asList();
  el('as-list').hidden = !asList();
  try { localStorage.setItem(KEPT_VIEW, asList() ? 'list' : 'map'); } catch (forbidden) { /* then not */ }
  if (!plan) return;
  list.clear();
  map.hide();
  shown().show(plan);
}

// --- the map from the shop --------------------------------------------------------------------

/** Asks the shop. Whose admission is over is back at the queue, which is what this address shows them. */
async function call(path, options) {
  const answer = await ask(path, options);
  const over = ['admission-required', 'admission-invalid'].includes(codeOf(answer.body));
  if (over && (answer.status === 401 || answer.status === 403)) location.reload();
  return answer;
}

async function loadMap() {
  const answer = await call(`${base}/seats`, { headers: etag ? { 'If-None-Match': etag } : {} });
  looked = performance.now();
  if (answer.status !== 200) return;
  etag = answer.headers.get('ETag');
  takePlan(answer.body);
}

function takePlan(body) {
  const fresh = new Plan(body);
  const same = plan !== null && plan.sections.length === fresh.sections.length
    && [...fresh.seats].every((seat) => plan.seat(seat.id) && plan.seat(seat.id).priceCents === seat.priceCents);
  if (same) {
    const changes = [...fresh.seats].filter((seat) => plan.seat(seat.id).state !== seat.state);
    plan.version = fresh.version;
    changed({ asOf: fresh.asOf, changes, sections: fresh.sections });
    return;
  }
  plan = fresh;
  for (const id of [...chosen.keys()]) {
    if (plan.seat(id)) chosen.set(id, plan.seat(id));
    else chosen.delete(id);
  }
  recount();
  dropTaken();
  offerFilters();
  shown().show(plan);
  showChoice();
}

function changed(news) {
  if (!plan) return;
  plan.apply(news);
  if (news.changes.length > 0) recount();
  dropTaken();
  redraw();
}

function recount() {
  counts = new Map(filter.on ? plan.sections.map((each) => [each.id, filter.count(each.rows)]) : []);
}

/** A chosen seat that somebody else holds by now cannot stay chosen. */
function dropTaken() {
  const gone = [...chosen.keys()].filter((id) => !isFree(plan.seat(id)) && !basket.has(id));
  // What this page is asking for may be what the news are about.
  if (gone.length === 0 || asking) return;
  gone.forEach((id) => chosen.delete(id));
  say(word('say.went', { seats: ordered(gone) }), true);
  const row = plan.seat(gone[0]).section.rows.flatMap((each) => each.seats);
  offer(gone, row.filter((seat) => stateOf(seat) === 'free').map((seat) => seat.id));
}

// --- choosing ---------------------------------------------------------------------------------

function toggle(seat) {
  const state = stateOf(seat);
  say('');
  if (state !== 'free' && state !== 'chosen') return;
  if (state === 'chosen') chosen.delete(seat.id);
  else if (chosen.size >= max) say(word('choice.most', { n: max }), true);
  else chosen.set(seat.id, seat);
  redraw();
}

function showChoice() {
  const total = [...chosen.values()].reduce((sum, seat) => sum + seat.priceCents, 0);
  el('choice').textContent = chosen.size === 0 ? word('choice.none')
    : word('choice', { seats: ordered(chosen.keys()), total: money(total) });
  el('hold').textContent = word('choice.hold', { n: chosen.size || 1 });
  el('hold').disabled = asking || chosen.size === 0;
  for (const button of el('offers').querySelectorAll('button')) {
    const seat = plan.seat(button.dataset.offer);
    button.hidden = !seat || stateOf(seat) !== 'free';
  }
  el('offers').hidden = !el('offers').querySelector('button:not([hidden])');
}

/** What is free beside what went. */
function offer(lost, candidates) {
  const free = candidates.filter((id) => plan.seat(id) && !chosen.has(id));
  const near = nearest(plan, lost[0], free, MOST_OFFERS);
  el('offers').replaceChildren(...near.map(newOffer));
  if (near.length > 0) {
    const title = document.createElement('span');
    title.textContent = word('offer.title');
    el('offers').prepend(title);
  }
  showChoice();
}

function newOffer(id) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.offer = id;
  button.textContent = id;
  button.setAttribute('aria-label', word('offer.take', { seat: id }));
  button.addEventListener('click', () => {
    toggle(plan.seat(id));
    // The button that was pressed is gone.
    (el('offers').querySelector('button:not([hidden])') || el('hold')).focus({ preventScroll: true });
  });
  return button;
}

// --- the filter -------------------------------------------------------------------------------

function offerFilters() {
  const sections = plan.sections.map((section) => new Option(section.name, section.id));
  keepChoice(el('best-section'), [new Option(word('best.any'), ''), ...sections]);
  el('best-hold').disabled = asking;
  const prices = plan.prices().map((cents) => new Option(word('filter.up-to', { price: money(cents) }), cents));
  keepChoice(el('filter-price'), [new Option(word('filter.any-price'), ''), ...prices]);
  const types = plan.ticketTypes().map((type) => new Option(type, type));
  keepChoice(el('filter-type'), [new Option(word('filter.any-type'), ''), ...types]);
  for (const [id, mark] of [['step-free', 'accessible'], ['full-view', 'restrictedView']]) {
    el(`filter-${id}`).closest('.check').hidden = !plan.has(mark);
  }
  for (const mark of ['accessible', 'restrictedView']) {
    for (const entry of document.querySelectorAll(`[data-mark=${mark}]`)) entry.hidden = !plan.has(mark);
  }
}

function keepChoice(select, options) {
  const { value } = select;
  select.replaceChildren(...options);
  if (options.some((option) => option.value === value)) select.value = value;
}

function applyFilter() {
  const price = el('filter-price').value;
  filter.maxCents = price === '' ? null : Number(price);
  filter.ticketType = el('filter-type').value;
  filter.fullView = el('filter-full-view').checked;
  filter.stepFree = el('filter-step-free').checked;
  recount();
  el('filter-title').textContent = word(filter.on ? 'filter.on' : 'filter.title');
  const n = filter.count(plan.sections.flatMap((section) => section.rows));
  say(filter.on ? word('filter.found', { n }) : '');
  el('legend-other').hidden = !filter.on;
  redraw();
}

// --- holding ----------------------------------------------------------------------------------

async function hold() {
  const held = await holdThese({ seats: [...chosen.keys()] }, word('say.asking'));
  // The button had the focus and lost it while it was disabled.
  if (!held) (el('hold').disabled ? offerOrView() : el('hold')).focus({ preventScroll: true });
}

const offerOrView = () => el('offers').querySelector('button:not([hidden])')
  || (asList() && list.stop) || el('map');

/** Any section at any price is said as the highest price there is. */
function best() {
  const wanted = { count: Number(el('best-count').value) };
  const [section, price] = [el('best-section').value, el('best-price').value];
  if (section !== '') wanted.section = section;
  if (price !== '') wanted.maxPriceCents = minorUnits(price);
  else if (section === '') wanted.maxPriceCents = plan.prices().pop() || 0;
  return wanted;
}

/** Leaves the choice to the shop, which looks for neighbours. */
async function holdBest() {
  const held = await holdThese({ best: best() }, word('say.looking'));
  if (!held) el('best-hold').focus({ preventScroll: true });
}

/** Returns whether the seats are held; if not, the reason has been said. */
async function holdThese(wanted, saying) {
  setAsking(true);
  say(saying);
  el('offers').replaceChildren();
  const { status, body } = await call(`${base}/holds`, { method: 'POST', body: wanted, key: admission });
  const held = status === 201;
  if (held) {
    chosen.clear();
    setClock(body.serverTime);
  }
  await Promise.all([loadHolds(), loadMap()]);
  setAsking(false);
  if (held) celebrate(body.seats.map((seat) => seat.id));
  else refused(body);
  redraw();
  return held;
}

function celebrate(seats) {
  // The shop may have chosen in another section than the one on show.
  if (asList()) list.turnTo(seats[0]);
  else map.reveal(seats[0]);
  say(word('say.held', { n: seats.length, seats: ordered(seats) }));
  // On a phone the basket is far above the seat just clicked.
  el('basket').scrollIntoView({ block: 'center' });
  el('basket-title').focus({ preventScroll: true });
}

function setAsking(whether) {
  asking = whether;
  el('best-hold').disabled = whether;
  showChoice();
}

function refused(problem) {
  const code = problem.of === 'holds' ? 'limit-reached-holds' : codeOf(problem);
  const gone = [...(problem.taken || []), ...(problem.notOnSale || [])];
  gone.forEach((id) => chosen.delete(id));
  const lists = ['taken', 'notOnSale', 'single'].map((name) => [name, ordered(problem[name] || [])]);
  const key = known(`not.${code}`) ? `not.${code}` : 'not.other';
  say(word(key, { ...problem, ...Object.fromEntries(lists) }), true);
  if (problem.available) offer([...gone, ...(problem.single || [])], problem.available);
}

// --- the basket -------------------------------------------------------------------------------

async function loadHolds() {
  listedAt = performance.now();
  const answer = await call(`${base}/holds`, { key: admission });
  if (codeOf(answer.body).startsWith('proof-')) refused(answer.body);
  if (answer.status !== 200) return;
  setClock(answer.body.serverTime);
  learn(answer.body.binding || {});
  const before = basket.holds;
  basket.show(answer.body.holds);
  const kept = new Set(answer.body.holds.map((each) => each.holdId));
  const missing = before.filter((each) => !kept.has(each.holdId));
  for (const each of missing) if (secondsUntil(Date.parse(each.expiresAt)) === 0) await ended(each);
}

function learn({ jkt, ath, sessionAth }) {
  isBound = Boolean(jkt);
  admission.learn({ jkt, ath });
  session.learn(sessionAth ? { jkt, ath: sessionAth } : {});
}

/** A hold that is not there any more may be paid for, or its time ran out: the shop knows. */
async function ended(old) {
  const { status, body } = await call(`/holds/${old.holdId}`, { key: session });
  if (status !== 410 || codeOf(body) !== 'hold-expired') return;
  await loadMap();
  const ids = seatsOf(old);
  const free = ids.filter((id) => plan.seat(id) && isFree(plan.seat(id)));
  for (const id of free) if (chosen.size < max) chosen.set(id, plan.seat(id));
  const gone = ids.filter((id) => !free.includes(id));
  const values = { seats: ordered(ids), gone: ordered(gone) };
  say(word(gone.length === 0 ? 'say.ran-out' : 'say.ran-out-gone', values), true);
  redraw();
}

async function release(old, button) {
  button.disabled = true;
  const { status } = await call(`/holds/${old.holdId}`, { method: 'DELETE', key: session });
  await Promise.all([loadHolds(), loadMap()]);
  say(word(status === 204 ? 'say.released' : 'say.not-yours', { seats: ordered(seatsOf(old)) }));
  redraw();
  el(basket.holds.length > 0 ? 'basket-title' : asList() ? 'rows-title' : 'map-title').focus({ preventScroll: true });
}

async function extend(old, button) {
  button.disabled = true;
  const { status, body } = await call(`/holds/${old.holdId}/extension`, { method: 'POST', key: session });
  await loadHolds();
  if (status === 200) say(word('say.extended', { until: clockTime(onThisClock(Date.parse(body.expiresAt))) }));
  else if (status !== 410) say(word(known(`not.${codeOf(body)}`) ? `not.${codeOf(body)}` : 'not.other'), true);
  el(basket.holds.length > 0 ? 'basket-title' : 'map-title').focus({ preventScroll: true });
}

// --- keeping up -------------------------------------------------------------------------------

const feed = new Feed(`${base}/seats/events`, {
  version: () => plan && plan.version,
  changed,
  reload: () => loadMap().catch(() => {}),
});

/** A proof costs the shop a signature, and only this page holds seats here: seldom is enough. */
const holdsAreFresh = () => isBound && performance.now() - listedAt < PROVEN_EVERY;

async function refresh(isRoutine = false) {
  if (document.hidden) return;
  try {
    await Promise.all([isRoutine && holdsAreFresh() ? null : loadHolds(), loadMap()]);
    redraw();
    feed.open();
  } catch (lost) {
    say(word('say.lost'), true);
  }
}

function unanswered() {
  say(word('say.unanswered'), true);
  setAsking(false);
  refresh();
}

function tick() {
  basket.tick();
  if (slept()) refresh();
}

function poll() {
  if (!feed.live || performance.now() - looked > LOOK_ANYWAY) refresh(true);
}

function seen() {
  if (document.hidden) feed.close();
  else refresh();
}

function begin() {
  try {
    if (localStorage.getItem(KEPT_VIEW) === 'list') el('view-list').checked = true;
  } catch (forbidden) { /* then the map */ }
  for (const view of document.querySelectorAll('[name=view]')) view.addEventListener('change', showView);
  el('hold').addEventListener('click', () => hold().catch(unanswered));
  el('best-form').addEventListener('submit', (e) => {
    e.preventDefault();
    if (!asking) holdBest().catch(unanswered);
  });
  el('filter-form').addEventListener('change', applyFilter);
  el('filter-form').addEventListener('reset', () => setTimeout(applyFilter));
  el('zoom-in').addEventListener('click', () => map.zoom(1.8));
  el('zoom-out').addEventListener('click', () => map.zoom(1 / 1.8));
  el('zoom-whole').addEventListener('click', () => map.whole());
  document.addEventListener('visibilitychange', seen);
  addEventListener('pageshow', (e) => { if (e.persisted) refresh(); });
  addEventListener('online', () => refresh());
  setInterval(tick, 500);
  setInterval(poll, POLL);
  showView();
  refresh();
}

begin();
