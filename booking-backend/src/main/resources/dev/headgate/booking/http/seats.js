// The seat page: the map comes from this page's own address as JSON, holds go beside it.
// Every time shown is the server's: the clock of this device only measures how long ago that was.
(() => {
  'use strict';

  const event = document.body.dataset.event;
  const max = Number(document.body.dataset.max);
  const base = `/events/${event}`;
  const el = (id) => document.getElementById(id);

  let map = null;
  let etag = null;
  let section = null;
  let chosen = new Map();
  let holds = [];
  let clockOffset = 0;

  const money = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const now = () => performance.now() + clockOffset;
  const setClock = (serverTime) => { clockOffset = Date.parse(serverTime) - performance.now(); };
  const mine = () => new Set(holds.flatMap((hold) => hold.seats.map((seat) => seat.id)));

  function say(text, alert = false) {
    el('message').textContent = text;
    el('message').classList.toggle('alert', alert);
  }

  async function call(path, options = {}) {
    const headers = { Accept: 'application/json', ...(options.headers || {}) };
    const answer = await fetch(path, { ...options, headers, credentials: 'same-origin' });
    if (answer.status === 401 || answer.status === 403) {
      const problem = await answer.clone().json().catch(() => ({}));
      if (['admission-required', 'admission-invalid'].some((code) => (problem.type || '').endsWith(code))) {
        location.reload();
      }
    }
    return answer;
  }

  async function loadMap() {
    const answer = await call(`${base}/seats`, { headers: etag ? { 'If-None-Match': etag } : {}, cache: 'no-store' });
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
    for (const s of map.sections) for (const r of s.rows) for (const seat of r.seats) states.set(seat.id, seat.state);
    const gone = [...chosen.keys()].filter((id) => states.get(id) !== 'available');
    gone.forEach((id) => chosen.delete(id));
    if (gone.length > 0) say(`${gone.join(', ')} just went.`, true);
  }

  function drawSections() {
    const box = el('sections');
    const existing = new Map([...box.querySelectorAll('button')].map((b) => [b.dataset.section, b]));
    if (existing.size !== map.sections.length) box.replaceChildren();
    for (const s of map.sections) {
      let button = existing.get(s.id);
      if (!button || !button.isConnected) {
        button = document.createElement('button');
        button.type = 'button';
        button.dataset.section = s.id;
        button.append(document.createElement('span'), document.createElement('small'));
        button.addEventListener('click', () => choose(s.id));
        box.append(button);
      }
      button.firstChild.textContent = s.name;
      button.lastChild.textContent = s.free === 0 ? 'none free' : `${s.free} free`;
      button.setAttribute('aria-pressed', String(s.id === section));
    }
    if (section === null) {
      const first = map.sections.find((s) => s.free > 0);
      if (first) choose(first.id);
    }
  }

  function choose(id) {
    section = id;
    for (const button of el('sections').children) {
      button.setAttribute('aria-pressed', String(button.dataset.section === id));
    }
    el('rows').replaceChildren();
    drawRows();
  }

  function drawRows() {
    const current = map && map.sections.find((s) => s.id === section);
    if (!current) return;
    const box = el('rows');
    if (box.dataset.section !== section || box.querySelector('button') === null) {
      box.dataset.section = section;
      box.replaceChildren(...current.rows.map(newRow));
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
    button.dataset.seat = seat.id;
    button.textContent = seat.id.slice(seat.id.lastIndexOf('-') + 1);
    button.addEventListener('click', () => toggle(button));
    button.addEventListener('keydown', (e) => walk(e, button));
    return button;
  }

  function showSeat(seat, own) {
    const button = document.querySelector(`[data-seat="${seat.id}"]`);
    if (!button) return;
    const isMine = own.has(seat.id);
    const free = seat.state === 'available' && !isMine;
    const price = seat.priceCents === null ? '' : `, ${money(seat.priceCents)}`;
    const view = (seat.accessible ? ', step-free' : '') + (seat.restrictedView ? ', restricted view' : '');
    const state = isMine ? 'held for you' : free ? 'free' : seat.state === 'unavailable' ? 'not on sale' : 'taken';
    button.dataset.price = seat.priceCents;
    button.classList.toggle('mine', isMine);
    button.setAttribute('aria-pressed', String(chosen.has(seat.id)));
    button.setAttribute('aria-disabled', String(!free));
    button.setAttribute('aria-label', `Seat ${seat.id}, ${state}${price}${view}`);
  }

  function toggle(button) {
    const id = button.dataset.seat;
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

  /** Arrow keys walk the plan; Tab goes from seat to seat as well. */
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
      target.focus();
    }
  }

  function showChoice() {
    const total = [...chosen.values()].reduce((sum, cents) => sum + cents, 0);
    el('choice').textContent = chosen.size === 0 ? 'No seat chosen' : `${[...chosen.keys()].join(', ')}: ${money(total)}`;
    el('hold').disabled = chosen.size === 0;
  }

  async function hold() {
    const seats = [...chosen.keys()];
    el('hold').disabled = true;
    say('Asking for the seats …');
    const answer = await call(`${base}/holds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ seats }),
    });
    const body = await answer.json();
    if (answer.status === 201) {
      chosen.clear();
      setClock(body.serverTime);
      say(`${seats.join(', ')} held for you.`);
    } else {
      refused(body);
    }
    await Promise.all([loadHolds(), loadMap()]);
    drawRows();
    showChoice();
  }

  function refused(problem) {
    const code = (problem.type || '').split(':').pop();
    const gone = [...(problem.taken || []), ...(problem.notOnSale || [])];
    gone.forEach((id) => chosen.delete(id));
    if (code === 'seats-taken') say(`${problem.taken.join(', ')} just went. None of your choice is held yet.`, true);
    else if (code === 'not-on-sale') say(`${problem.notOnSale.join(', ')} is not on sale.`, true);
    else if (code === 'limit-reached') say(`That would be too many: ${problem.limit} tickets a customer, you have ${problem.owned}.`, true);
    else if (code === 'sale-not-open') say('The sale has not started yet.', true);
    else if (code === 'ended') say('The sale is over.', true);
    else say('That did not work. Please try again.', true);
  }

  async function loadHolds() {
    const answer = await call(`${base}/holds`, { cache: 'no-store' });
    if (answer.status !== 200) return;
    const body = await answer.json();
    setClock(body.serverTime);
    holds = body.holds;
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
    const seats = document.createElement('strong');
    seats.textContent = h.seats.map((seat) => seat.id).join(', ');
    const price = document.createElement('span');
    price.textContent = money(h.totalCents);
    const clock = document.createElement('span');
    clock.className = 'clock';
    clock.setAttribute('role', 'timer');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'release';
    button.textContent = 'Release';
    button.setAttribute('aria-label', `Release ${seats.textContent}`);
    button.addEventListener('click', () => release(h, button));
    line.append(seats, price, clock, button);
    return line;
  }

  async function release(h, button) {
    button.disabled = true;
    const answer = await call(`/holds/${h.holdId}`, { method: 'DELETE' });
    say(answer.status === 204 ? 'Released.' : 'These seats were not yours any more.');
    await Promise.all([loadHolds(), loadMap()]);
    drawRows();
  }

  function tick() {
    for (const line of document.querySelectorAll('.held')) {
      const left = Math.max(0, Math.floor((Date.parse(line.dataset.until) - now()) / 1000));
      line.querySelector('.clock').textContent =
        left === 0 ? 'time is up' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left`;
      if (left === 0 && !line.dataset.over) {
        line.dataset.over = 'true';
        setTimeout(refresh, 1500);
      }
    }
  }

  async function refresh() {
    if (document.hidden) return;
    try {
      await Promise.all([loadHolds(), loadMap()]);
      drawRows();
    } catch (lost) {
      say('The connection is lost; trying again.', true);
    }
  }

  el('hold').addEventListener('click', () => hold().catch(() => {
    say('The connection is lost. Your seats may be held: looking.', true);
    refresh();
    showChoice();
  }));
  document.addEventListener('visibilitychange', refresh);
  addEventListener('pageshow', (e) => { if (e.persisted) refresh(); });
  setInterval(tick, 500);
  setInterval(refresh, 5000);
  refresh();
})();
