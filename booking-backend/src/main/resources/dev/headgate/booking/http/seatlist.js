// The same seats as a list: sections, their rows, and the seats of a row. Arrow keys walk it.
import { word } from './words.js';
import { numberOf } from './plan.js';

export class SeatList {
  #plan = null;
  #section = null;
  #buttons = new Map();

  /** `about` as for the map. */
  constructor({ picker, sections, rows, title, current, free }, about) {
    Object.assign(this, { picker, sections, rows, title, current, free, about });
    this.wide = matchMedia('(min-width: 62rem)');
    this.wide.addEventListener('change', () => this.#layOut());
    picker.querySelector('summary').addEventListener('click', (e) => this.wide.matches && e.preventDefault());
    this.#layOut();
  }

  show(plan) {
    this.#plan = plan;
    this.#section = plan.section(this.#section && this.#section.id)
      || plan.sections.find((section) => section.free > 0) || plan.sections[0] || null;
    this.sections.replaceChildren(...plan.sections.map((section) => this.#newSection(section)));
    this.rows.dataset.section = '';
    this.redraw();
  }

  redraw() {
    if (!this.#plan) return;
    this.#plan.sections.forEach((section, i) => this.#showSection(section, this.sections.children[i]));
    this.#mark();
    this.#drawRows();
  }

  /** Goes to the section of a seat. */
  turnTo(id) {
    const seat = this.#plan && this.#plan.seat(id);
    if (seat && seat.section !== this.#section) {
      this.#section = seat.section;
      this.redraw();
    }
  }

  /** Where Tab comes in. */
  get stop() {
    return this.rows.querySelector('[tabindex="0"]');
  }

  /** Lets go of a thousand elements while the map is on show. */
  clear() {
    this.rows.replaceChildren();
    this.sections.replaceChildren();
    this.rows.dataset.section = '';
    this.#buttons = new Map();
  }

  #newSection(section) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.section = section.id;
    button.append(...['span', 'small', 'small'].map((name) => document.createElement(name)));
    button.addEventListener('click', () => this.#choose(section));
    button.addEventListener('keydown', (e) => this.#walkSections(e, button));
    return button;
  }

  #showSection(section, button) {
    const [name, free, price] = button.children;
    const count = this.about.free(section);
    name.textContent = section.name;
    free.textContent = count.text;
    price.textContent = this.about.prices(section);
    button.classList.toggle('full', count.n === 0);
  }

  #mark() {
    const current = this.#section;
    for (const button of this.sections.children) {
      const is = current !== null && button.dataset.section === current.id;
      button.setAttribute('aria-pressed', String(is));
      button.tabIndex = is ? 0 : -1;
    }
    if (!current) return;
    const prices = this.about.prices(current);
    this.current.textContent = this.wide.matches ? word('sections') : current.name;
    this.free.textContent = this.wide.matches
      ? '' : word('section.summary', { free: this.about.free(current).text, prices });
    this.title.textContent = word('section.line', { name: current.name, prices });
  }

  #walkSections(e, button) {
    const [next, last] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const ahead = e.key === next || e.key === 'ArrowDown';
    const back = e.key === last || e.key === 'ArrowUp';
    const target = ahead ? button.nextElementSibling : back ? button.previousElementSibling : null;
    if (!target) return;
    e.preventDefault();
    target.focus();
  }

  #choose(section) {
    this.#section = section;
    this.#mark();
    this.#drawRows();
    if (!this.wide.matches) {
      // The list is as long as the screen: what was chosen in it lies below.
      this.picker.open = false;
      this.rows.scrollLeft = 0;
      this.title.focus();
    }
  }

  /** Beside the seats there is room for the sections, above them there is not. */
  #layOut() {
    this.picker.open = this.wide.matches;
    this.picker.querySelector('summary').tabIndex = this.wide.matches ? -1 : 0;
    if (this.#plan) this.#mark();
  }

  #drawRows() {
    const section = this.#section;
    if (!section) return;
    if (this.rows.dataset.section !== section.id) {
      this.rows.dataset.section = section.id;
      this.#buttons = new Map();
      this.rows.replaceChildren(...section.rows.map((row) => this.#newRow(row)));
      const first = this.#buttons.values().next().value;
      if (first) first.tabIndex = 0;
    }
    section.rows.forEach((row, i) => {
      const label = word('row.label', { row: row.row, free: this.about.rowFree(row) });
      const element = this.rows.children[i];
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      for (const seat of row.seats) this.#showSeat(seat);
    });
  }

  #newRow(row) {
    const element = document.createElement('div');
    element.className = 'row';
    element.setAttribute('role', 'group');
    const label = document.createElement('span');
    label.className = 'row-label';
    label.setAttribute('aria-hidden', 'true');
    label.textContent = row.row;
    element.append(label, ...row.seats.map((seat) => this.#newSeat(seat)));
    return element;
  }

  #newSeat(seat) {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.dataset.seat = seat.id;
    button.textContent = numberOf(seat.id);
    button.addEventListener('click', () => {
      this.#stopAt(button);
      this.about.toggle(this.#plan.seat(seat.id));
    });
    button.addEventListener('keydown', (e) => this.#walk(e, button));
    this.#buttons.set(seat.id, button);
    return button;
  }

  #showSeat(seat) {
    const button = this.#buttons.get(seat.id);
    const state = this.about.state(seat);
    const label = this.about.label(seat, state);
    if (button.getAttribute('aria-label') === label && button.dataset.state === state) return;
    button.dataset.state = state;
    button.classList.toggle('mine', state === 'mine');
    button.setAttribute('aria-pressed', String(state === 'chosen'));
    button.setAttribute('aria-disabled', String(state !== 'free' && state !== 'chosen'));
    button.setAttribute('aria-label', label);
  }

  #stopAt(button) {
    for (const each of this.rows.querySelectorAll('[tabindex="0"]')) each.tabIndex = -1;
    button.tabIndex = 0;
  }

  #walk(e, button) {
    const row = button.parentElement;
    const seats = [...row.querySelectorAll('button')];
    const at = seats.indexOf(button);
    const step = {
      ArrowRight: [row, at + 1],
      ArrowLeft: [row, at - 1],
      ArrowDown: [row.nextElementSibling, at],
      ArrowUp: [row.previousElementSibling, at],
    }[e.key];
    const target = step && step[0] && step[0].querySelectorAll('button')[step[1]];
    if (!target) return;
    e.preventDefault();
    this.#stopAt(target);
    target.focus();
  }
}
