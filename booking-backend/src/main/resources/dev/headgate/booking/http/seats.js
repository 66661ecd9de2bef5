// The seat page: the map comes from this page's own address as JSON, holds go beside it.
// Every time shown is the server's: the clock of this device only measures how long ago that was.
(() => {
  'use strict';

  const event = document.body.dataset.event;
  const PROVEN_EVERY = 30000;
  const max = Number(document.body.dataset.max);
  const base = `/events/${event}`;
  const el = (id) => document.getElementById(id);

  const wide = matchMedia('(min-width: 62rem)');

  let map = null;
  let etag = null;
  let section = null;
  let chosen = new Map();
  let holds = [];
  let buttons = new Map(); // of the section shown, by seat
  let asking = false; // for a hold, which one click may do once
  let clockOffset = 0;
  let isBound = 'jkt' in document.body.dataset; // to a key of this browser
  let listedAt = -Infinity; // when the holds were last asked for

  // What comes with the admission here, and with the shop's own session elsewhere.
  const admission = headgateKey(document.body.dataset);
  const session = headgateKey();

  const money = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const now = () => performance.now() + clockOffset;
  const setClock = (serverTime) => { clockOffset = Date.parse(serverTime) - performance.now(); };
  const ranked = (id) => {
    const dash = id.lastIndexOf('-');
    return [dash, id.slice(0, dash), Number(id.slice(dash + 1))];
  };
  /** Rows A to Z, then AA; numbers as numbers. */
  const bySeat = (a, b) => {
    const [left, right] = [ranked(a), ranked(b)];
    return left[0] - right[0] || left[1].localeCompare(right[1]) || left[2] - right[2];
  };
  const listed = (ids) => [...ids].sort(bySeat).join(', ');
  const clockTime = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' });
  const mine = () => new Set(holds.flatMap((hold) => hold.seats.map((seat) => seat.id)));

  function say(text, alert = false) {
    el('message').textContent = text;
    el('message').classList.toggle('alert', alert);
  }

  /** With a proof where `key` is one that takes it. */
  async function call(path, options = {}, key = null) {
    const headers = { Accept: 'application/json', ...(options.headers || {}) };
    const asked = { ...options, headers, credentials: 'same-origin' };
    const answer = await (key === null ? fetch(path, asked) : key.fetch(path, asked));
    if (answer.status === 401 || answer.status === 403) {
      const problem = await answer.clone().json().catch(() => ({}));
      const codes = ['admission-required', 'admission-invalid'];
      if (codes.some((code) => (problem.type || '').endsWith(code))) {
        location.reload();
      }
    }
    return answer;
  }

  async function loadMap() {
    const headers = etag ? { 'If-None-Match': etag } : {};
    const answer = await call(`${base}/seats`, { headers, cache: 'no-store' });
    if (answer.status === 200) {
      etag = answer.headers.get('ETag');
      map = await answer.json();
      dropTaken();
      drawSections();
      drawRows();
    }
  }

  /** A chosen seat that somebody else holds by now cannot stay chosen. */
  function dropTaken() {
    const states = new Map();
    for (const section of map.sections) {
      for (const row of section.rows) {
        for (const seat of row.seats) states.set(seat.id, seat.state);
      }
    }
    const gone = [...chosen.keys()].filter((id) => states.get(id) !== 'available');
    gone.forEach((id) => chosen.delete(id));
    if (gone.length > 0) say(`${listed(gone)} just went.`, true);
  }

  function drawSections() {
    const box = el('sections');
    if (box.children.length !== map.sections.length) {
      box.replaceChildren(...map.sections.map(newSection));
      el('best-section').replaceChildren(
        new Option('Any section', ''),
        ...map.sections.map((s) => new Option(s.name, s.id)),
      );
      el('best-hold').disabled = asking;
    }
    map.sections.forEach((s, i) => showSection(s, box.children[i]));
    if (section === null) {
      const first = map.sections.find((s) => s.free > 0) || map.sections[0];
      if (first) section = first.id;
    }
    markSection();
  }

  function newSection(s) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.section = s.id;
    const lines = [0, 1].map(() => document.createElement('small'));
    button.append(document.createElement('span'), ...lines);
    button.addEventListener('click', () => choose(s.id));
    button.addEventListener('keydown', (e) => walkSections(e, button));
    return button;
  }

  function showSection(s, button) {
    const [name, free, price] = button.children;
    name.textContent = s.name;
    free.textContent = freeText(s);
    price.textContent = priceText(s);
    button.classList.toggle('full', s.free === 0);
  }

  const freeText = (s) => (s.free === 0 ? 'none free' : `${s.free.toLocaleString('en')} free`);

  function priceRange(s) {
    let [low, high] = [Infinity, 0];
    for (const r of s.rows) {
      for (const seat of r.seats) {
        if (seat.priceCents !== null) {
          [low, high] = [Math.min(low, seat.priceCents), Math.max(high, seat.priceCents)];
        }
      }
    }
    return [low, high];
  }

  function priceText(s) {
    const [low, high] = priceRange(s);
    if (low === Infinity) return 'not on sale';
    return low === high ? money(low) : `${money(low)} to ${money(high)}`;
  }

  function markSection() {
    const current = map.sections.find((s) => s.id === section);
    for (const button of el('sections').children) {
      button.setAttribute('aria-pressed', String(button.dataset.section === section));
      button.tabIndex = button.dataset.section === section ? 0 : -1;
    }
    if (!current) return;
    el('current').textContent = wide.matches ? 'Sections' : current.name;
    el('current-free').textContent =
      wide.matches ? '' : `${freeText(current)}, ${priceText(current)}`;
    el('rows-title').textContent = `${current.name}, ${priceText(current)} a seat`;
  }

  /** Arrow keys walk the list, so that Tab passes forty sections in one step. */
  function walkSections(e, button) {
    const steps = {
      ArrowRight: 'next',
      ArrowDown: 'next',
      ArrowLeft: 'previous',
      ArrowUp: 'previous',
    };
    const target = steps[e.key] && button[`${steps[e.key]}ElementSibling`];
    if (!target) return;
    e.preventDefault();
    target.focus();
  }

  function choose(id) {
    section = id;
    markSection();
    drawRows();
    if (!wide.matches) {
      // The list is as long as the screen: what was chosen in it lies below.
      el('picker').open = false;
      el('rows').scrollLeft = 0;
      el('rows-title').focus();
    }
  }

  /** Beside the seats there is room for the list, above them there is not. */
  function layOut() {
    el('picker').open = wide.matches;
    el('picker').querySelector('summary').tabIndex = wide.matches ? -1 : 0;
    if (map) markSection();
  }

  function drawRows() {
    const current = map && map.sections.find((s) => s.id === section);
    if (!current) return;
    const box = el('rows');
    if (box.dataset.section !== section) {
      box.dataset.section = section;
      buttons = new Map();
      box.replaceChildren(...current.rows.map(newRow));
      const first = buttons.values().next().value;
      if (first) first.tabIndex = 0;
    }
    const own = mine();
    for (const r of current.rows) for (const seat of r.seats) showSeat(seat, own);
    showChoice();
  }

  function newRow(r) {
    const row = document.createElement('div');
    row.className = 'row';
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', `Row ${r.row}`);
    const label = document.createElement('span');
    label.className = 'row-label';
    label.setAttribute('aria-hidden', 'true');
    label.textContent = r.row;
    row.append(label, ...r.seats.map(newSeat));
    return row;
  }

  function newSeat(seat) {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.dataset.seat = seat.id;
    buttons.set(seat.id, button);
    button.textContent = seat.id.slice(seat.id.lastIndexOf('-') + 1);
    button.addEventListener('click', () => toggle(button));
    button.addEventListener('keydown', (e) => walk(e, button));
    return button;
  }

  function showSeat(seat, own) {
    const button = buttons.get(seat.id);
    if (!button) return;
    const isMine = own.has(seat.id);
    const free = seat.state === 'available' && !isMine;
    const price = seat.priceCents === null ? '' : `, ${money(seat.priceCents)}`;
    const view =
      (seat.accessible ? ', step-free' : '') + (seat.restrictedView ? ', restricted view' : '');
    const lost = seat.state === 'unavailable' ? 'not on sale' : 'taken';
    const state = isMine ? 'held for you' : free ? 'free' : lost;
    const label = `Seat ${seat.id}, ${state}${price}${view}`;
    const pressed = String(chosen.has(seat.id));
    // Most seats are as they were, and touching a thousand elements costs a phone a blink.
    const told = button.getAttribute('aria-label') === label;
    if (told && button.getAttribute('aria-pressed') === pressed) return;
    button.dataset.price = seat.priceCents;
    button.classList.toggle('mine', isMine);
    button.setAttribute('aria-pressed', pressed);
    button.setAttribute('aria-disabled', String(!free));
    button.setAttribute('aria-label', label);
  }

  function toggle(button) {
    const id = button.dataset.seat;
    stopAt(button);
    say('');
    if (button.getAttribute('aria-disabled') === 'true') return;
    if (chosen.has(id)) {
      chosen.delete(id);
    } else if (chosen.size >= max) {
      say(`You can choose ${max} seats at most.`, true);
      return;
    } else {
      chosen.set(id, Number(button.dataset.price));
    }
    button.setAttribute('aria-pressed', String(chosen.has(id)));
    showChoice();
  }

  /** Tab enters the plan at one seat and leaves it again: nobody tabs through a thousand. */
  function stopAt(button) {
    for (const each of el('rows').querySelectorAll('[tabindex="0"]')) each.tabIndex = -1;
    button.tabIndex = 0;
  }

  /** Arrow keys walk the plan. */
  function walk(e, button) {
    const row = button.parentElement;
    const seats = [...row.querySelectorAll('button')];
    const at = seats.indexOf(button);
    const steps = { ArrowRight: [row, at + 1], ArrowLeft: [row, at - 1],
      ArrowDown: [row.nextElementSibling, at], ArrowUp: [row.previousElementSibling, at] };
    const step = steps[e.key];
    if (!step || !step[0]) return;
    const target = step[0].querySelectorAll('button')[step[1]];
    if (target) {
      e.preventDefault();
      stopAt(target);
      target.focus();
    }
  }

  function showChoice() {
    const total = [...chosen.values()].reduce((sum, cents) => sum + cents, 0);
    el('choice').textContent =
      chosen.size === 0 ? 'No seat chosen yet' : `${listed(chosen.keys())}: ${money(total)}`;
    el('hold').textContent = chosen.size < 2 ? 'Hold' : `Hold ${chosen.size} seats`;
    el('hold').disabled = asking || chosen.size === 0;
  }

  async function hold() {
    const seats = [...chosen.keys()];
    const held = await ask({ seats }, 'Asking for the seats …');
    // The button had the focus and lost it while it was disabled.
    if (!held) {
      const stop = el('hold').disabled ? el('rows').querySelector('[tabindex="0"]') : el('hold');
      if (stop) stop.focus({ preventScroll: true });
    }
  }

  /** Any section at any price is said as the highest price there is. */
  function best() {
    const wanted = { count: Number(el('best-count').value) };
    const [section, price] = [el('best-section').value, el('best-price').value];
    if (section !== '') wanted.section = section;
    if (price !== '') wanted.maxPriceCents = Math.round(Number(price) * 100);
    else if (section === '') wanted.maxPriceCents = Math.max(...map.sections.map((s) => priceRange(s)[1]));
    return wanted;
  }

  /** Leaves the choice to the shop, which looks for neighbours. */
  async function holdBest() {
    const held = await ask({ best: best() }, 'Looking for the best seats …');
    if (!held) el('best-hold').focus({ preventScroll: true });
  }

  /** Returns whether the seats are held; if not, the reason has been said. */
  async function ask(wanted, saying) {
    setAsking(true);
    say(saying);
    const { answer, body } = await postHold(wanted);
    setAsking(false);
    const held = answer.status === 201;
    if (held) {
      chosen.clear();
      setClock(body.serverTime);
    } else {
      refused(body);
    }
    await Promise.all([loadHolds(), loadMap()]);
    if (held) {
      turnTo(body.seats[0].id);
      shown(body.seats.map((seat) => seat.id));
    }
    drawRows();
    return held;
  }

  async function postHold(wanted) {
    const asked = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(wanted),
    };
    const answer = await call(`${base}/holds`, asked, admission);
    return { answer, body: await answer.json() };
  }

  /** The shop may have chosen in another section than the one on show. */
  function turnTo(id) {
    const home = map.sections.find((s) => s.rows.some((r) => r.seats.some((seat) => seat.id === id)));
    if (!home || home.id === section) return;
    section = home.id;
    markSection();
  }

  function shown(seats) {
    say(`${listed(seats)} ${seats.length === 1 ? 'is' : 'are'} held for you.`);
    // On a phone the basket is far above the seat just clicked.
    el('basket').scrollIntoView({ block: 'center' });
    el('basket-title').focus({ preventScroll: true });
  }

  function setAsking(whether) {
    asking = whether;
    el('best-hold').disabled = whether;
    showChoice();
  }

  const NOT_THIS_BROWSER =
    'This admission is bound to the browser that queued, and this one does not have its key.';
  const REFUSALS = {
    'seats-taken': (p) => `${listed(p.taken)} just went. None of your choice is held yet.`,
    'not-on-sale': (p) => `Not on sale: ${listed(p.notOnSale)}.`,
    'not-enough-seats': () => 'Not so many seats are free there. Try fewer, another section or another price.',
    'single-seat-left': (p) => `That would leave a single seat: ${listed(p.single || [])}. Please choose next to it, or take it, too.`,
    'limit-reached': (p) => (p.of === 'holds'
      ? `You can have ${p.limit} holds at a time. Pay for one or release one first.`
      : `That would be too many: ${p.limit} tickets a customer, you have ${p.owned}.`),
    'sale-not-open': () => 'The sale has not started yet.',
    ended: () => 'The sale is over.',
    'slow-down': () => 'You are asking very often. Please wait a little.',
    contention: () => 'Many want these seats in this very moment. Please try again.',
    'account-required': () => 'This event sells to customers with an account only.',
    'phone-required': () => 'This event asks for a confirmed phone number.',
    'proof-required': () => NOT_THIS_BROWSER,
    'proof-invalid': () => NOT_THIS_BROWSER,
    other: () => 'That did not work. Please try again.',
  };

  function refused(problem) {
    const code = (problem.type || '').split(':').pop();
    const gone = [...(problem.taken || []), ...(problem.notOnSale || [])];
    gone.forEach((id) => chosen.delete(id));
    say((REFUSALS[code] || REFUSALS.other)(problem), true);
  }

  async function loadHolds() {
    listedAt = performance.now();
    const answer = await call(`${base}/holds`, { cache: 'no-store' }, admission);
    const body = await answer.json().catch(() => ({}));
    if ((body.type || '').includes(':proof-')) refused(body);
    if (answer.status !== 200) return;
    setClock(body.serverTime);
    holds = body.holds;
    const { jkt, ath, sessionAth } = body.binding || {};
    isBound = Boolean(jkt);
    admission.learn({ jkt, ath });
    session.learn(sessionAth ? { jkt, ath: sessionAth } : {});
    drawBasket();
  }

  function drawBasket() {
    el('basket').hidden = holds.length === 0;
    el('holds').replaceChildren(...holds.map(newHold));
    tick();
  }

  function newHold(h) {
    const line = document.createElement('div');
    line.className = 'held';
    line.dataset.hold = h.holdId;
    line.dataset.until = h.expiresAt;
    line.dataset.at = clockTime.format(Date.now() + Date.parse(h.expiresAt) - now());
    const seats = document.createElement('strong');
    seats.textContent = `${listed(h.seats.map((seat) => seat.id))}: ${money(h.totalCents)}`;
    const clock = document.createElement('span');
    clock.className = 'clock';
    clock.setAttribute('role', 'timer');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'release';
    button.textContent = 'Release';
    button.setAttribute('aria-label', `Release ${listed(h.seats.map((seat) => seat.id))}`);
    button.addEventListener('click', () => release(h, button));
    const actions = document.createElement('span');
    actions.className = 'do';
    actions.append(newPayLink(h), button);
    line.append(seats, clock, actions);
    return line;
  }

  function newPayLink(h) {
    const link = document.createElement('a');
    link.className = 'action pay';
    link.href = `/holds/${h.holdId}`;
    link.textContent = 'Pay';
    link.setAttribute('aria-label', `Pay for ${listed(h.seats.map((seat) => seat.id))}`);
    return link;
  }

  async function release(h, button) {
    button.disabled = true;
    const answer = await call(`/holds/${h.holdId}`, { method: 'DELETE' }, session);
    await Promise.all([loadHolds(), loadMap()]);
    const seats = listed(h.seats.map((seat) => seat.id));
    say(answer.status === 204 ? `${seats} released.` : `${seats} were not yours any more.`);
    drawRows();
    el(holds.length > 0 ? 'basket-title' : 'rows-title').focus({ preventScroll: true });
  }

  function tick() {
    for (const line of document.querySelectorAll('.held')) {
      const left = Math.max(0, Math.floor((Date.parse(line.dataset.until) - now()) / 1000));
      line.querySelector('.clock').textContent =
        left === 0 ? 'Time is up' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left, until ${line.dataset.at}`;
      if (left === 0 && !line.dataset.over) {
        line.dataset.over = 'true';
        setTimeout(() => refresh(), 1500);
      }
    }
  }

  /** A proof costs the shop a signature, and only this page holds seats here: seldom is enough. */
  const holdsAreFresh = () => isBound && performance.now() - listedAt < PROVEN_EVERY;

  async function refresh(isRoutine = false) {
    if (document.hidden) return;
    try {
      await Promise.all([isRoutine && holdsAreFresh() ? null : loadHolds(), loadMap()]);
      drawRows();
    } catch (lost) {
      say('The connection is lost; trying again.', true);
    }
  }

  function unanswered() {
    say('The connection is lost. Your seats may be held: looking.', true);
    setAsking(false);
    refresh();
  }

  el('hold').addEventListener('click', () => hold().catch(unanswered));
  el('best-form').addEventListener('submit', (e) => {
    e.preventDefault();
    if (!asking) holdBest().catch(unanswered);
  });
  wide.addEventListener('change', layOut);
  const summary = el('picker').querySelector('summary');
  summary.addEventListener('click', (e) => wide.matches && e.preventDefault());
  document.addEventListener('visibilitychange', () => refresh());
  addEventListener('pageshow', (e) => { if (e.persisted) refresh(); });
  setInterval(tick, 500);
  setInterval(() => refresh(true), 5000);
  layOut();
  refresh();
})();
