// The payment page. One Idempotency-Key belongs to one attempt to pay for one hold, and is kept for as
// long as this tab lives: a reload, a second click or a lost answer asks again with the same key and
// the same words, so nothing can be paid for twice from here.
(() => {
  'use strict';

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
  let offset = Date.parse(page.serverTime) - performance.now();
  let drift = Date.now() - performance.now();
  let paying = false;
  let leaving = false;
  let looked = false; // since the time was up
  let said = Infinity;

  const now = () => performance.now() + offset;
  const pause = (millis) => new Promise((done) => { setTimeout(done, millis); });
  const code = (problem) => String(problem.type || '').split(':').pop();
  const clockTime = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' });

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

  async function json(answer) {
    return answer.json().catch(() => ({}));
  }

  function goTo(address) {
    leaving = true;
    location.assign(address);
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
    const left = Math.max(0, Math.ceil((expires - now()) / 1000));
    const text = left === 0 ? 'Time is up' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left`;
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
        if (!paying) say(limit === 30 ? 'Half a minute left.' : 'Two minutes left.');
      }
    }
  }

  function show(answered) {
    offset = Date.parse(answered.serverTime) - performance.now();
    drift = Date.now() - performance.now();
    expires = Date.parse(answered.expiresAt);
    looked = false;
    const wall = clockTime.format(Date.now() + expires - now());
    el('until').textContent = `until ${wall}`;
    draw();
  }

  /** What the server says now; the countdown only fills the time in between. */
  async function look() {
    if (leaving) return;
    let answer;
    try {
      answer = await key.fetch(hold, { headers: { Accept: 'application/json' }, cache: 'no-store' });
    } catch (lost) {
      if (!paying) say('The connection is lost; trying again.', true);
      setTimeout(look, 3000);
      return;
    }
    const body = await json(answer);
    if (leaving || paying) return;
    if (answer.status === 410 || answer.status === 404) {
      startOver();
    } else if (answer.status === 200 && body.status !== page.status) {
      leaving = true;
      location.reload();
    } else if (answer.status === 200) {
      show(body);
      // Somebody pays already: this tab before it was reloaded, or another one.
      if (page.status !== 'active') setTimeout(look, 3000);
    } else {
      setTimeout(look, 3000);
    }
  }

  /** A computer that slept has another distance between its two clocks than before. */
  function tick() {
    draw();
    if (Math.abs(Date.now() - performance.now() - drift) > 1500) {
      drift = Date.now() - performance.now();
      look();
    }
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

  function fill(body) {
    el('email').value = body.email || '';
    const card = [...form.querySelectorAll('[name=card]')].find((each) => each.value === body.paymentMethod);
    if (card) card.checked = true;
  }

  /** Asks until there is an answer; each time the same question. */
  async function pay(mine) {
    setPaying(true);
    say('Paying. Please wait.');
    for (let tries = 0; ; tries += 1) {
      const answer = await ask(mine);
      const wait = answer === null ? Math.min(MAX_WAIT, 1000 * 2 ** tries) : await heed(answer, tries);
      if (wait === 0) return;
      await pause(wait);
    }
  }

  async function ask(mine) {
    try {
      return await key.fetch(`${hold}/checkout`, {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'Idempotency-Key': mine.key,
        },
        body: JSON.stringify(mine.body),
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
    } catch (lost) {
      say('The connection is lost. Your payment may be under way: asking what became of it. Do not pay again.', true);
      return null;
    }
  }

  /** Does what the answer says. Returns milliseconds until the next try; 0 is the end. */
  async function heed(answer, tries) {
    const body = await json(answer);
    if (answer.ok && body.orderUrl) {
      goTo(body.orderUrl);
      return 0;
    }
    const again = Math.min(MAX_WAIT, 1000 * Number(answer.headers.get('Retry-After') || 1 + tries));
    if (answer.status === 409 && code(body) === 'in-progress') return follow(answer, again);
    if (answer.status >= 500 && code(body) !== 'payments-off') {
      say('The shop is busy. Your seats are kept; trying again.');
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

  const REFUSALS = {
    'payments-off': 'Nothing can be paid for at the moment. Your card was not charged.',
    'account-required': 'This event sells to customers with an account only. Your card was not charged.',
    'phone-required': 'This event asks for a confirmed phone number. Your card was not charged.',
    'invalid-payment-method': 'This card is not taken here. Nothing was charged: please choose another.',
    'key-reused': 'This payment was begun with other details. Please look at your order before you pay again.',
    'invalid-email': 'This e-mail address cannot be used. Nothing was charged.',
    'proof-required': 'These seats are bound to the browser that queued, and this one does not have its key.',
    'proof-invalid': 'That did not work. Your card was not charged: please load this page again.',
    'limit-reached': 'That would be more tickets than one customer may have. Your card was not charged.',
  };

  function refused(problem) {
    if (['hold-expired', 'hold-released', 'unknown-hold'].includes(code(problem))) {
      startOver();
      return;
    }
    // What was begun under this key stays begun; everything else began nothing.
    if (code(problem) !== 'key-reused') attempt.forget();
    setPaying(false);
    say(REFUSALS[code(problem)] || 'That did not work. Your card was not charged.', true);
    el(code(problem) === 'invalid-email' ? 'email' : 'go').focus();
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
      const answer = await key.fetch(hold, { method: 'DELETE', headers: { Accept: 'application/json' } });
      if (answer.status === 204) goTo(seats);
      else startOver();
    } catch (lost) {
      say('The connection is lost. Please try again.', true);
      el('release').disabled = false;
    }
  }

  function begin() {
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
      if (form) fill(mine.body);
      pay(mine);
    } else {
      look();
    }
    if (form) form.addEventListener('submit', submit);
  }

  begin();
})();
