// The payment page. One Idempotency-Key belongs to one attempt to pay for one hold, and is kept for as
// long as this tab lives: a reload, a second click or a lost answer asks again with the same key and
// the same words, so nothing can be paid for twice from here.
import { clockTime, countdown, known, word } from './words.js';
import { onThisClock, secondsUntil, setClock, slept } from './clock.js';
import { headgateKey } from './proof.js';
import { ask, codeOf } from './shop.js';

const page = document.body.dataset;
const hold = `/holds/${page.hold}`;
const seats = `/events/${page.event}/seats`;
const kept = `headgate:pay:${page.hold}`;
const key = headgateKey(page); // where this hold is bound to one of this browser
const el = (id) => document.getElementById(id);
const form = el('pay');
const MAX_WAIT = 10000;
const ANSWER_WITHIN = 40000;

let expires = Date.parse(page.expires);
let paying = false;
let leaving = false;
let looked = false; // since the time was up
let said = Infinity;

const pause = (millis) => new Promise((done) => { setTimeout(done, millis); });

function say(text, alert = false) {
  const message = el('message');
  if (!message) return;
  message.textContent = text;
  message.classList.toggle('alert', alert);
}

/** Storage can be forbidden; then a reload is a new attempt, and the shop refuses a second one. */
const attempt = {
  read() {
    try { return JSON.parse(sessionStorage.getItem(kept)); } catch (forbidden) { return null; }
  },
  keep(value) {
    try { sessionStorage.setItem(kept, JSON.stringify(value)); } catch (forbidden) { /* as above */ }
  },
  forget() {
    try { sessionStorage.removeItem(kept); } catch (forbidden) { /* as above */ }
  },
};

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}

function goTo(address) {
  leaving = true;
  location.assign(address);
}

/** Another event's session may have come in place of ours: the list of holds gives it back. */
async function recalled() {
  try {
    const { status, body } = await ask(`/events/${page.event}/holds`, { key: headgateKey() });
    return status === 200 && body.holds.some((each) => each.holdId === page.hold);
  } catch (lost) {
    return false;
  }
}

/** The server says in words what became of the hold. */
function startOver() {
  attempt.forget();
  leaving = true;
  location.reload();
}

// --- the time that is left -------------------------------------------------------------

function draw() {
  if (page.status !== 'active') return;
  const left = secondsUntil(expires);
  const text = left === 0 ? word('time.up') : word('time.left', { left: countdown(left) });
  if (el('left').textContent !== text) el('left').textContent = text;
  el('left').classList.toggle('short', left <= 60);
  warn(left);
  if (left === 0 && !looked && !paying) {
    looked = true;
    setTimeout(look, 500);
  }
}

/** A clock that speaks each second helps nobody: two warnings do. */
function warn(left) {
  for (const limit of [30, 120]) {
    if (left <= limit && left > 0 && said > limit) {
      said = limit;
      if (!paying) say(word(`time.${limit}`));
    }
  }
}

function show(answered) {
  setClock(answered.serverTime);
  expires = Date.parse(answered.expiresAt);
  looked = false;
  el('until').textContent = word('time.until', { until: clockTime(onThisClock(expires)) });
  draw();
}

let next = 0;

/** However often it was looked meanwhile. */
function lookAgain() {
  clearTimeout(next);
  next = setTimeout(look, 3000);
}

/** What the server says now; the countdown only fills the time in between. */
async function look() {
  if (leaving) return;
  let answer;
  try {
    answer = await ask(hold, { key });
  } catch (lost) {
    if (!paying) say(word('say.lost'), true);
    lookAgain();
    return;
  }
  const { body } = answer;
  const again = answer.status === 404 && await recalled();
  if (leaving || paying) return;
  if (again) {
    lookAgain();
  } else if (answer.status === 410 || answer.status === 404) {
    startOver();
  } else if (answer.status === 200 && body.status !== page.status) {
    leaving = true;
    location.reload();
  } else if (answer.status === 200) {
    show(body);
    // Somebody pays already: this tab before it was reloaded, or another one.
    if (page.status !== 'active') lookAgain();
  } else {
    lookAgain();
  }
}

/** A computer that slept has another distance between its two clocks than before. */
function tick() {
  draw();
  if (slept()) look();
}

// --- paying ------------------------------------------------------------------------------

function setPaying(whether) {
  paying = whether;
  // What is being paid for is kept: a clock that runs out meanwhile would only frighten.
  el('clock').hidden = whether || page.status !== 'active';
  if (form) {
    for (const field of form.elements) field.disabled = whether;
    form.setAttribute('aria-busy', String(whether));
    el('message').classList.toggle('wait', whether);
  }
  el('release').disabled = whether || page.status !== 'active';
}

function words() {
  const email = el('email').value.trim();
  const card = form.querySelector('[name=card]:checked');
  const body = { paymentMethod: card.value };
  if (email !== '') body.email = email;
  return { key: newKey(), body };
}

function refill(body) {
  el('email').value = body.email || '';
  const card = [...form.querySelectorAll('[name=card]')].find((each) => each.value === body.paymentMethod);
  if (card) card.checked = true;
}

/** Asks until there is an answer; each time the same question. */
async function pay(mine) {
  setPaying(true);
  say(word('say.paying'));
  for (let tries = 0; ; tries += 1) {
    const answer = await checkout(mine);
    const wait = answer === null ? Math.min(MAX_WAIT, 1000 * 2 ** tries) : await heed(answer, tries);
    if (wait === 0) return;
    await pause(wait);
  }
}

async function checkout(mine) {
  try {
    return await ask(`${hold}/checkout`, {
      method: 'POST',
      headers: { 'Idempotency-Key': mine.key },
      body: mine.body,
      signal: AbortSignal.timeout(ANSWER_WITHIN),
      key,
    });
  } catch (lost) {
    say(word('say.pay-lost'), true);
    return null;
  }
}

/** Does what the answer says. Returns milliseconds until the next try; 0 is the end. */
async function heed(answer, tries) {
  const { body } = answer;
  if (answer.ok && body.orderUrl) {
    goTo(body.orderUrl);
    return 0;
  }
  if (codeOf(body) === 'unknown-hold' && tries < 3 && await recalled()) return 1000;
  const again = Math.min(MAX_WAIT, 1000 * Number(answer.headers.get('Retry-After') || 1 + tries));
  if (answer.status === 409 && codeOf(body) === 'in-progress') return follow(answer, again);
  if (answer.status >= 500 && codeOf(body) !== 'payments-off') {
    say(word('say.busy'));
    return again;
  }
  if (answer.status === 429) return again;
  refused(body);
  return 0;
}

function follow(answer, again) {
  const order = answer.headers.get('Location');
  if (!order) return again;
  goTo(order);
  return 0;
}

function refused(problem) {
  const code = codeOf(problem);
  if (['hold-expired', 'hold-released', 'unknown-hold'].includes(code)) {
    startOver();
    return;
  }
  // What was begun under this key stays begun; everything else began nothing.
  if (code !== 'key-reused') attempt.forget();
  setPaying(false);
  say(word(known(`pay.${code}`) ? `pay.${code}` : 'pay.other'), true);
  el(code === 'invalid-email' ? 'email' : 'go').focus();
  look();
}

function submit(e) {
  e.preventDefault();
  if (paying || leaving || page.status !== 'active') return;
  const mine = attempt.read() || words();
  attempt.keep(mine);
  pay(mine);
}

async function release() {
  if (paying || leaving) return;
  el('release').disabled = true;
  try {
    const answer = await ask(hold, { method: 'DELETE', key });
    if (answer.status === 204) goTo(seats);
    else startOver();
  } catch (lost) {
    say(word('say.try-again'), true);
    el('release').disabled = false;
  }
}

function begin() {
  setClock(page.serverTime);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
  addEventListener('pageshow', (e) => {
    if (!e.persisted) return;
    // Back from the order: what this page showed then is over.
    leaving = true;
    location.reload();
  });
  setInterval(tick, 500);
  el('release').addEventListener('click', release);
  setPaying(false);
  const mine = attempt.read();
  if (mine && mine.body) {
    if (form) refill(mine.body);
    pay(mine);
  } else {
    look();
  }
  if (form) form.addEventListener('submit', submit);
}

begin();
