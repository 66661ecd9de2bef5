// What is held, until when, and what can be done with it.
import { clockTime, countdown, listed, money, word } from './words.js';
import { onThisClock, secondsUntil } from './clock.js';
import { bySeat } from './plan.js';

const WARNINGS = [30, 120]; // seconds: a clock that speaks each second helps nobody
const AGAIN = 20;

export const seatsOf = (hold) => hold.seats.map((seat) => seat.id).sort(bySeat);

export class Basket {
  #holds = [];
  #said = new Map(); // the shortest warning said, by hold
  #over = new Set();

  /** `on` has release(hold, button), extend(hold, button), say(text) and over(). */
  constructor(box, lines, on) {
    Object.assign(this, { box, lines, on });
  }

  get holds() {
    return this.#holds;
  }

  has(id) {
    return this.#holds.some((hold) => hold.seats.some((seat) => seat.id === id));
  }

  show(holds) {
    const had = document.activeElement && document.activeElement.closest('.held');
    const action = had && document.activeElement.dataset.act;
    this.#holds = holds;
    this.box.hidden = holds.length === 0;
    this.lines.replaceChildren(...holds.map((hold) => this.#line(hold)));
    this.tick();
    if (!had) return;
    const again = this.lines.querySelector(`[data-hold="${had.dataset.hold}"] [data-act="${action}"]`);
    if (again) again.focus({ preventScroll: true });
  }

  #line(hold) {
    const line = document.createElement('div');
    line.className = 'held';
    line.dataset.hold = hold.holdId;
    const seats = document.createElement('strong');
    const names = listed(seatsOf(hold));
    seats.textContent = word('basket.line', { seats: names, total: money(hold.totalCents) });
    const clock = document.createElement('span');
    clock.className = 'clock';
    clock.setAttribute('role', 'timer');
    const acts = document.createElement('span');
    acts.className = 'do';
    acts.append(this.#pay(hold, names));
    const can = hold.extensionSeconds > 0 && !hold.extended;
    if (can) acts.append(this.#button('more', hold, names));
    acts.append(this.#button('release', hold, names));
    line.append(seats, clock, acts);
    if (!can) line.append(this.#noMore(hold));
    return line;
  }

  #noMore(hold) {
    const why = document.createElement('span');
    why.className = 'soft no-more';
    why.textContent = word(hold.extended ? 'not.already-extended' : 'not.no-extension');
    return why;
  }

  #pay(hold, names) {
    const link = document.createElement('a');
    link.className = 'action pay';
    link.dataset.act = 'pay';
    link.href = `/holds/${hold.holdId}`;
    link.textContent = word('basket.pay');
    link.setAttribute('aria-label', word('basket.pay-label', { seats: names }));
    return link;
  }

  #button(act, hold, names) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = act;
    button.dataset.act = act;
    button.textContent = word(`basket.${act}`);
    button.setAttribute('aria-label', word(`basket.${act}-label`, { seats: names }));
    button.addEventListener('click', () => this.on[act](hold, button));
    return button;
  }

  tick() {
    for (const hold of this.#holds) {
      const line = this.lines.querySelector(`[data-hold="${hold.holdId}"]`);
      const ends = Date.parse(hold.expiresAt);
      const left = secondsUntil(ends);
      const until = clockTime(onThisClock(ends));
      const text = left === 0 ? word('time.up') : word('basket.left', { left: countdown(left), until });
      const clock = line.querySelector('.clock');
      if (clock.textContent !== text) clock.textContent = text;
      line.classList.toggle('short', left <= WARNINGS[1]);
      this.#warn(hold, left);
      if (left > 0) this.#over.delete(hold.holdId);
      else if (!this.#over.has(hold.holdId)) {
        this.#over.add(hold.holdId);
        this.on.over();
      }
    }
  }

  #warn(hold, left) {
    // Only more time makes a warning new: a clock set anew may stand a second before it again.
    if (left > WARNINGS[1] + AGAIN) this.#said.delete(hold.holdId);
    const limit = WARNINGS.find((each) => left <= each);
    if (left === 0 || limit === undefined || this.#said.get(hold.holdId) <= limit) return;
    this.#said.set(hold.holdId, limit);
    this.on.say(word(`time.${limit}`));
  }
}
