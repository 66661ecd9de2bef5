// The map: sections first, then dots, then the seats of what is zoomed into. Only what is on show (and a
// margin) is in the document. While a finger moves, the picture as drawn is moved by the compositor; it is
// drawn anew when its margin is used up, or when the finger rests.
import { layOut, rowsWithin, seatsWithin, spot, touches } from './layout.js';
import { listen } from './gestures.js';

const SVG = 'http://www.w3.org/2000/svg';
const DOTS_FROM = 6; // pixels a seat
const SEATS_FROM = 27; // a target of 24 and the gap
const OPENED = 30;
const CLOSEST = 64;
const MARGIN = 0.25; // of the window, on each side
const REST = 140;
const GLIDE = 240;
const MARKS = { chosen: '✓', mine: '★', taken: '×', off: '' };

/** Rows of large venues begin with their section, which the map says already. */
const short = (row, section) => (row.length > section.length && row.startsWith(section) ? row.slice(section.length) : row);

function make(name, parent, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

export class SeatMap {
  #plan = null;
  #size = { width: 1, height: 1 };
  #layout = null;
  #homes = new Map(); // boxes by section
  #view = null; // {x, y, k}: the corner in units, pixels a unit
  #drawn = null;
  #frame = 0;
  #resting = 0;
  #gliding = 0;
  #glided = -Infinity;
  #sections = new Map(); // elements on show
  #seats = new Map();
  #dotted = new Map(); // dots by box, as long as no state changes
  #stop = null; // what Tab comes to: a section's or a seat's id

  /**
   * `about` says what is to be shown: state(seat), label(seat, state), free(section), share(section) and words(section);
   * and it hears of toggle(seat) and of shown(level, section).
   */
  constructor(box, about) {
    this.box = box;
    this.about = about;
    this.svg = make('svg', box, { class: 'map-picture', focusable: 'false' });
    this.world = make('g', this.svg);
    this.under = make('g', this.world);
    this.dots = make('g', this.world, { 'aria-hidden': 'true' });
    this.over = make('g', this.world);
    this.rows = make('svg', box, { class: 'map-rows', 'aria-hidden': 'true' });
    listen(box, this.#hands());
    box.addEventListener('keydown', (e) => this.#key(e));
    new ResizeObserver(() => this.#resized()).observe(box);
  }

  show(plan) {
    if (this.#plan === plan && this.#layout) {
      this.#resized();
      this.#draw();
      return;
    }
    this.#plan = plan;
    this.#forgetDots();
    this.hide();
    this.#layout = null;
    this.#resized();
  }

  /** Leaves nothing in the document while something else is on show. */
  hide() {
    clearTimeout(this.#resting);
    cancelAnimationFrame(this.#gliding);
    for (const elements of [this.#sections, this.#seats]) {
      for (const id of [...elements.keys()]) this.#drop(elements, id);
    }
  }

  /** States, choice or filter are different now. */
  redraw() {
    this.#forgetDots();
    if (this.#drawn) this.#draw();
  }

  whole() {
    this.#glide(this.#fit());
  }

  zoom(factor) {
    const { width, height } = this.#size;
    this.#glide(this.#zoomed(this.#view, factor, width / 2, height / 2));
  }

  /** Shows a section's seats, its front in the middle unless a point of the plan is given. */
  open(id, point = null) {
    const box = this.#homes.get(id);
    if (!box) return;
    const k = Math.min(CLOSEST, Math.max(OPENED, this.#size.width / (box.width + 1)));
    this.box.scrollIntoView({ block: 'nearest' });
    const target = point || { x: box.x + box.width / 2, y: box.y + this.#size.height / k / 2 };
    this.#glide(this.#around(target, k));
  }

  /** Shows a seat, and gives it the focus where that is wanted. */
  reveal(id, focus = false) {
    const seat = this.#plan && this.#plan.seat(id);
    if (!seat || !this.#view) return;
    const { x, y } = spot(this.#homes.get(seat.section.id), seat);
    const k = Math.max(this.#view.k, OPENED);
    if (this.#view.k < SEATS_FROM || !this.#inside(x, y)) {
      this.#view = this.#clamped(this.#around({ x: x + 0.5, y: y + 0.5 }, k));
    }
    this.#stop = id;
    this.#draw();
    if (focus) this.#focus(id);
  }

  // --- the view ------------------------------------------------------------------------------

  #resized() {
    const { clientWidth, clientHeight } = this.box;
    if (!this.#plan || clientWidth === 0) return;
    const size = { width: clientWidth, height: clientHeight };
    const same = this.#layout && size.width === this.#size.width && size.height === this.#size.height;
    if (same) return;
    const open = this.#view && this.#view.k >= SEATS_FROM ? this.#middleSeat() : null;
    this.#size = size;
    this.#forgetDots();
    this.#layout = layOut(this.#plan.sections, size);
    this.#homes = new Map(this.#layout.boxes.map((box) => [box.section.id, box]));
    this.#view = this.#fit();
    this.#draw();
    if (open) this.reveal(open);
  }

  #fit() {
    const { width, height } = this.#layout;
    const k = Math.min(this.#size.width / width, this.#size.height / height);
    return this.#around({ x: width / 2, y: height / 2 }, k);
  }

  #around({ x, y }, k) {
    return { x: x - this.#size.width / k / 2, y: y - this.#size.height / k / 2, k };
  }

  #zoomed(view, factor, x, y) {
    const k = Math.min(CLOSEST, Math.max(this.#fit().k, view.k * factor));
    return { x: view.x + x / view.k - x / k, y: view.y + y / view.k - y / k, k };
  }

  /** The plan never leaves the window; where it is the smaller one it stands in the middle. */
  #clamped({ x, y, k }) {
    const along = (from, whole, window) =>
      (whole <= window ? (whole - window) / 2 : Math.min(Math.max(from, 0), whole - window));
    return {
      x: along(x, this.#layout.width, this.#size.width / k),
      y: along(y, this.#layout.height, this.#size.height / k),
      k,
    };
  }

  #isWhole() {
    return this.#view.k <= this.#fit().k * 1.01;
  }

  #part(view, margin) {
    const [width, height] = [this.#size.width / view.k, this.#size.height / view.k];
    return {
      x: view.x - width * margin,
      y: view.y - height * margin,
      width: width * (1 + 2 * margin),
      height: height * (1 + 2 * margin),
    };
  }

  #inside(x, y) {
    const part = this.#part(this.#view, 0);
    return x >= part.x && y >= part.y && x + 1 <= part.x + part.width && y + 1 <= part.y + part.height;
  }

  #point(x, y) {
    return { x: this.#view.x + x / this.#view.k, y: this.#view.y + y / this.#view.k };
  }

  #middleSeat() {
    const part = this.#part(this.#view, -0.3);
    for (const box of this.#layout.boxes) {
      const [seat] = touches(box, part) ? seatsWithin(box, part) : [];
      if (seat) return seat.id;
    }
    return null;
  }

  // --- moving --------------------------------------------------------------------------------

  #hands() {
    return {
      move: (dx, dy) => this.#go({ ...this.#view, x: this.#view.x - dx / this.#view.k, y: this.#view.y - dy / this.#view.k }),
      zoom: (factor, x, y) => this.#go(this.#zoomed(this.#view, factor, x, y)),
      tap: (e, x, y) => this.#tap(e, x, y),
      twice: (e, x, y) => this.#twice(e, x, y),
      done: () => this.#rest(),
      canLeave: (out) => !this.#view || (out && this.#isWhole()),
    };
  }

  #go(view) {
    if (!this.#view) return;
    cancelAnimationFrame(this.#gliding);
    this.#view = this.#clamped(view);
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#step());
    this.#rest();
  }

  #rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#draw(), REST);
  }

  #step() {
    this.#frame = 0;
    const [view, drawn] = [this.#view, this.#drawn];
    const scale = view.k / drawn.k;
    const part = this.#part(view, 0);
    const had = this.#part(drawn, MARGIN);
    const covered = part.x >= had.x && part.y >= had.y
      && part.x + part.width <= had.x + had.width && part.y + part.height <= had.y + had.height;
    const edge = this.#clipped(part);
    if (scale > 1.8 || scale < 0.5 || !(covered || edge)) this.#draw();
    else this.#shift(view, drawn, scale);
  }

  /** Beyond the plan's edge there is nothing to draw. */
  #clipped(part) {
    return part.width >= this.#layout.width && part.height >= this.#layout.height;
  }

  #shift(view, drawn, scale) {
    const [dx, dy] = [(drawn.x - view.x) * view.k, (drawn.y - view.y) * view.k];
    this.svg.style.transform = `translate(${dx}px,${dy}px) scale(${scale})`;
    this.rows.style.transform = `translateY(${dy}px)`;
    this.rows.style.opacity = scale === 1 ? 1 : 0;
  }

  #glide(target) {
    if (!this.#view) return;
    const [from, to] = [this.#view, this.#clamped(target)];
    cancelAnimationFrame(this.#gliding);
    this.#glided = performance.now();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#view = to;
      this.#draw();
      return;
    }
    const begun = performance.now();
    const step = (time) => {
      const done = Math.min(1, Math.max(0, time - begun) / GLIDE);
      this.#view = done === 1 ? to : this.#between(from, to, done * (2 - done));
      if (done === 1) this.#draw();
      else {
        this.#step();
        this.#gliding = requestAnimationFrame(step);
      }
    };
    this.#gliding = requestAnimationFrame(step);
  }

  #between(from, to, share) {
    const k = from.k * (to.k / from.k) ** share;
    const middle = ({ x, y, k: scale }) =>
      ({ x: x + this.#size.width / scale / 2, y: y + this.#size.height / scale / 2 });
    const [a, b] = [middle(from), middle(to)];
    // What is aimed at stays where it is while it grows.
    const way = from.k === to.k ? share : (1 / from.k - 1 / k) / (1 / from.k - 1 / to.k);
    return this.#around({ x: a.x + (b.x - a.x) * way, y: a.y + (b.y - a.y) * way }, k);
  }

  #tap(e, x, y) {
    // The second half of a double tap on a section would choose whichever seat came to lie there.
    if (performance.now() - this.#glided < GLIDE + 160 && e.detail > 0) return;
    const seat = e.target.closest('[data-seat]');
    const section = e.target.closest('[data-section]');
    if (seat) {
      this.#setStop(seat.dataset.seat);
      this.about.toggle(this.#plan.seat(seat.dataset.seat));
    } else if (section && this.#view.k < SEATS_FROM) {
      this.open(section.dataset.section, e.detail > 0 ? this.#point(x, y) : null);
    }
  }

  /** Returns whether this was all there is to do. */
  #twice(e, x, y) {
    if (e.target.closest('[data-seat]') || (e.target.closest('[data-section]') && this.#view.k < SEATS_FROM)) return false;
    this.#glide(this.#zoomed(this.#view, 2, x, y));
    return true;
  }

  // --- drawing -------------------------------------------------------------------------------

  #draw() {
    if (!this.#view || !this.#layout) return;
    clearTimeout(this.#resting);
    const { width, height } = this.#size;
    const view = (this.#drawn = { ...this.#view });
    const [mx, my] = [Math.round(width * MARGIN), Math.round(height * MARGIN)];
    const { style } = this.svg;
    [style.left, style.top, style.width, style.height] = [-mx, -my, width + 2 * mx, height + 2 * my].map((n) => `${n}px`);
    style.transformOrigin = `${mx}px ${my}px`;
    style.transform = '';
    this.rows.style.transform = '';
    this.rows.style.opacity = 1;
    this.world.setAttribute('transform', `translate(${mx - view.x * view.k} ${my - view.y * view.k}) scale(${view.k})`);
    const level = view.k >= SEATS_FROM ? 'seats' : view.k >= DOTS_FROM && !this.#isWhole() ? 'dots' : 'sections';
    this.box.dataset.level = level;
    this.box.style.touchAction = this.#isWhole() ? 'pan-y' : 'none';
    this.box.style.setProperty('--unit', 1 / view.k);
    const part = this.#part(view, MARGIN);
    const boxes = this.#layout.boxes.filter((box) => touches(box, part));
    this.#drawSections(boxes, level);
    this.#drawDots(level === 'dots' ? boxes : []);
    this.#drawSeats(level === 'seats' ? boxes : [], part);
    this.#drawRows(level === 'seats');
    this.#keepStop(level);
    this.about.shown(level, this.#middle());
  }

  #middle() {
    const { width, height } = this.#size;
    const { x, y } = this.#point(width / 2, height / 2);
    const box = this.#layout.boxes.find((each) => touches(each, { x: x - 2, y: y - 2, width: 4, height: 4 }));
    return box ? box.section : null;
  }

  #drawSections(boxes, level) {
    const wanted = new Set(boxes.map((box) => box.section.id));
    for (const [id, element] of this.#sections) {
      if (!wanted.has(id) && element.g !== document.activeElement) this.#drop(this.#sections, id);
    }
    for (const box of boxes) {
      const { id } = box.section;
      if (!this.#sections.has(id)) this.#sections.set(id, this.#newSection(box));
      this.#showSection(box, this.#sections.get(id), level);
    }
  }

  #drop(elements, id) {
    elements.get(id).g.remove();
    elements.delete(id);
  }

  #newSection(box) {
    const g = make('g', this.under, { class: 'section', transform: `translate(${box.x} ${box.y})`, 'data-section': box.section.id });
    make('rect', g, { class: 'ground', width: box.width, height: box.height, rx: 0.6 });
    const all = make('rect', g, { class: 'all' });
    const bar = make('rect', g, { class: 'share' });
    const name = make('text', g, { class: 'name' });
    const free = make('text', g, { class: 'count' });
    return { g, all, bar, name, free };
  }

  #showSection(box, parts, level) {
    const { section } = box;
    const share = this.about.share(section);
    const { g } = parts;
    g.dataset.share = share === 0 ? 'none' : share < 0.1 ? 'few' : share < 0.4 ? 'some' : 'many';
    if (level === 'seats') {
      for (const name of ['role', 'tabindex', 'aria-label']) g.removeAttribute(name);
      g.setAttribute('aria-hidden', 'true');
    } else {
      g.removeAttribute('aria-hidden');
      g.setAttribute('role', 'button');
      g.setAttribute('aria-label', this.about.words(section));
      if (!g.hasAttribute('tabindex')) g.setAttribute('tabindex', '-1');
    }
    this.#write(box, parts, level, share);
  }

  /** Words have a size in pixels, whatever the scale. */
  #write(box, { name, free, all, bar }, level, share) {
    const { k } = this.#view;
    const px = 1 / k;
    const count = this.about.free(box.section);
    const over = level === 'sections';
    const [big, small] = over && box.height * k < 34 ? [11, 10] : [13, 11];
    const flat = over && box.height * k < 30; // room for one line
    name.textContent = over ? this.#name(box, big) : box.section.name;
    if (flat) name.textContent += ` ${count.number}`;
    free.textContent = flat ? '' : over && box.width * k < 84 ? count.number : count.text;
    name.setAttribute('font-size', big * px);
    free.setAttribute('font-size', small * px);
    const middle = over ? box.height / 2 : 1;
    const lift = over && !flat ? (big + small) * 0.56 * px : 0;
    // Above seats a name stays in the window as long as its section does.
    const stuck = Math.max(1, Math.min(this.#view.x - box.x + 34 * px, box.width - 12));
    name.setAttribute('x', over ? box.width / 2 : stuck);
    name.setAttribute('y', middle - lift * 0.62 - (over ? 2 * px : 0));
    free.setAttribute('x', over ? box.width / 2 : box.width - 1);
    free.setAttribute('y', middle + lift * 0.5 - (over ? 2 * px : 0));
    const length = box.width - 10 * px;
    for (const [each, part] of [[all, 1], [bar, share]]) {
      const sizes = { x: 5 * px, y: box.height - 7 * px, width: Math.max(0, length * part), height: 4 * px, rx: 2 * px };
      for (const [key, value] of Object.entries(sizes)) each.setAttribute(key, over ? value : 0);
    }
  }

  /** Where not all names can be written, none is that its section's number stands for. */
  #name(box, size) {
    const fits = ({ section, width }) => section.name.length * size * 0.56 < width * this.#view.k - 8;
    const { name, id } = box.section;
    return fits(box) && (!name.includes(id) || this.#layout.boxes.every(fits)) ? name : id;
  }

  /** A path a state: a thousand seats are four elements. */
  #drawDots(boxes) {
    const wanted = new Set(boxes);
    for (const [box, g] of this.#dotted) if (!wanted.has(box)) g.remove();
    for (const box of boxes) {
      if (!this.#dotted.has(box)) this.#dotted.set(box, this.#newDots(box));
      const g = this.#dotted.get(box);
      if (!g.isConnected) this.dots.append(g);
    }
  }

  #newDots(box) {
    const lines = new Map();
    for (const row of box.section.rows) {
      for (const seat of row.seats) {
        const { x, y } = spot(box, seat);
        const state = this.about.state(seat);
        if (!lines.has(state)) lines.set(state, []);
        lines.get(state).push(`M${x + 0.5} ${y + 0.5}h0`);
      }
    }
    const g = make('g', null);
    for (const [state, d] of lines) make('path', g, { d: d.join(''), class: 'dot-line', 'data-state': state });
    return g;
  }

  #drawSeats(boxes, part) {
    const wanted = new Map();
    if (boxes.length === 0 && this.over.contains(document.activeElement)) this.box.focus({ preventScroll: true });
    for (const box of boxes) for (const seat of seatsWithin(box, part)) wanted.set(seat.id, [box, seat]);
    for (const [id, { g }] of this.#seats) {
      if (!wanted.has(id) && g !== document.activeElement) this.#drop(this.#seats, id);
    }
    const fresh = document.createDocumentFragment();
    for (const [id, [box, seat]] of wanted) {
      if (!this.#seats.has(id)) this.#seats.set(id, this.#newSeat(box, seat, fresh));
      this.#showSeat(seat, this.#seats.get(id));
    }
    this.over.append(fresh);
  }

  #newSeat(box, seat, parent) {
    const { x, y } = spot(box, seat);
    const g = make('g', parent, { class: 'seat', transform: `translate(${x} ${y})`, 'data-seat': seat.id, role: 'checkbox', tabindex: '-1' });
    make('rect', g, { x: 0.04, y: 0.04, width: 0.92, height: 0.92, rx: 0.2 });
    const text = make('text', g, { x: 0.5, y: 0.5 });
    if (seat.accessible) make('path', g, { class: 'mark', d: 'M.25 .86h.5' });
    if (seat.restrictedView) make('path', g, { class: 'mark', d: 'M.66 .04L.96 .34' });
    return { g, text, told: '' };
  }

  #showSeat(seat, element) {
    const state = this.about.state(seat);
    const label = this.about.label(seat, state);
    // Most are as they were, and touching two thousand elements costs a phone a blink.
    if (element.told === label + state) return;
    element.told = label + state;
    const { g, text } = element;
    g.dataset.state = state;
    text.textContent = MARKS[state] ?? seat.id.slice(seat.id.lastIndexOf('-') + 1);
    g.setAttribute('aria-checked', String(state === 'chosen'));
    g.setAttribute('aria-disabled', String(state !== 'free' && state !== 'chosen'));
    g.setAttribute('aria-label', label);
  }

  /** Row labels stay at the left edge, for the section that lies there. */
  #drawRows(whether) {
    const labels = [];
    const { x, y, k } = this.#view;
    const part = this.#part(this.#view, MARGIN);
    for (const line of whether ? this.#layout.lines : []) {
      const box = line.find((each) => each.x + each.width > x + 34 / k);
      if (!box || box.x > x + this.#size.width / k) continue;
      for (const row of rowsWithin(box, part)) {
        const text = make('text', null, { x: 14, y: (row.y - y) * k });
        text.textContent = short(row.label, box.section.id);
        labels.push(text);
      }
    }
    this.rows.replaceChildren(...labels);
    this.rows.classList.toggle('on', labels.length > 0);
  }

  #forgetDots() {
    this.#dotted = new Map();
    this.dots.replaceChildren();
  }

  // --- keyboard ------------------------------------------------------------------------------

  #elements(level = this.box.dataset.level) {
    return level === 'seats' ? this.#seats : this.#sections;
  }

  /** Tab comes to one element of the map: nobody tabs through a thousand. */
  #keepStop(level) {
    const elements = this.#elements(level);
    if (!elements.has(this.#stop)) {
      const part = this.#part(this.#view, 0);
      const near = level === 'seats'
        ? [...elements.keys()].find((id) => {
          const seat = this.#plan.seat(id);
          const { x, y } = spot(this.#homes.get(seat.section.id), seat);
          return x >= part.x + 1 && y >= part.y && this.about.state(seat) === 'free';
        })
        : null;
      this.#stop = near || elements.keys().next().value || null;
    }
    this.#setStop(this.#stop);
  }

  #setStop(id) {
    const elements = this.#elements();
    for (const { g } of elements.values()) {
      if (g.getAttribute('tabindex') === '0') g.setAttribute('tabindex', '-1');
    }
    this.#stop = id;
    if (elements.has(id)) elements.get(id).g.setAttribute('tabindex', '0');
  }

  #focus(id) {
    this.#setStop(id);
    const element = this.#elements().get(id);
    if (element) element.g.focus({ preventScroll: true });
  }

  #key(e) {
    if (e.altKey || e.ctrlKey || e.metaKey || !this.#view) return;
    const seat = e.target.closest('[data-seat]');
    const section = e.target.closest('[data-section]');
    const done = this.#zoomKey(e) || (seat ? this.#seatKey(e, this.#plan.seat(seat.dataset.seat))
      : section ? this.#sectionKey(e, section.dataset.section) : this.#panKey(e));
    if (done) e.preventDefault();
  }

  #zoomKey({ key }) {
    if (key === '+' || key === '=') this.zoom(1.5);
    else if (key === '-') this.zoom(1 / 1.5);
    else if (key === '0' || key === 'Escape') this.#leave();
    else return false;
    return true;
  }

  /** From a seat back to the section it is in. */
  #leave() {
    const inside = this.box.contains(document.activeElement) && document.activeElement !== this.box;
    const seat = this.#plan.seat(this.#stop);
    this.#view = this.#clamped(this.#fit());
    if (seat) this.#stop = seat.section.id;
    if (inside) this.box.focus({ preventScroll: true });
    this.#draw();
    if (inside) this.#focus(this.#stop);
  }

  #panKey({ key }) {
    const step = 0.2;
    const { width, height } = this.#size;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (by) {
      const { x, y, k } = this.#view;
      this.#go({ x: x + (by[0] * step * width) / k, y: y + (by[1] * step * height) / k, k });
    } else if (key === 'Enter') {
      this.#focus(this.#stop);
    }
    return Boolean(by) || key === 'Enter';
  }

  #sectionKey({ key }, id) {
    if (key === 'Enter' || key === ' ') {
      const { rows } = this.#plan.section(id);
      const free = rows.flatMap((row) => row.seats).find((seat) => this.about.state(seat) === 'free');
      const first = free || (rows[0] && rows[0].seats[0]);
      if (first) this.reveal(first.id, true);
      return true;
    }
    const next = this.#beside(this.#homes.get(id), key);
    if (next) this.#focus(next.section.id);
    return Boolean(next);
  }

  #beside(box, key) {
    const { lines } = this.#layout;
    const line = lines.findIndex((each) => each.includes(box));
    const at = lines[line].indexOf(box);
    const beside = {
      ArrowLeft: lines[line][at - 1],
      ArrowRight: lines[line][at + 1],
      ArrowUp: lines[line - 1] && lines[line - 1][at],
      ArrowDown: lines[line + 1] && lines[line + 1][Math.min(at, lines[line + 1].length - 1)],
    }[key];
    return beside && this.#sections.has(beside.section.id) ? beside : null;
  }

  #seatKey({ key }, seat) {
    if (key === 'Enter' || key === ' ') {
      this.about.toggle(seat);
      return true;
    }
    const { rows } = seat.section;
    const up = { ArrowUp: -1, ArrowDown: 1 }[key] || 0;
    const side = { ArrowLeft: -1, ArrowRight: 1 }[key] || 0;
    if (up === 0 && side === 0) return false;
    const row = rows[seat.rowAt + up];
    const next = row && row.seats[up === 0 ? seat.seatAt + side : Math.min(seat.seatAt, row.seats.length - 1)];
    if (next) this.reveal(next.id, true);
    return true;
  }
}
