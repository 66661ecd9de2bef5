// What is on sale, as the page knows it: sections, rows and seats, their states and what fits a filter.

const at = (id) => id.lastIndexOf('-');
const FREE = 'available';

/** Rows A to Z, then AA; numbers as numbers. */
export function bySeat(a, b) {
  const [i, j] = [at(a), at(b)];
  return i - j || a.slice(0, i).localeCompare(b.slice(0, j)) || Number(a.slice(i + 1)) - Number(b.slice(j + 1));
}

export const numberOf = (id) => id.slice(at(id) + 1);

export class Plan {
  #seats = new Map();

  /** From the map's JSON. */
  constructor(map) {
    this.version = map.version;
    this.asOf = map.asOf;
    this.sections = map.sections;
    for (const section of map.sections) {
      section.rows.forEach((row, i) => row.seats.forEach((seat, j) => {
        Object.assign(seat, { section, row, rowAt: i, seatAt: j });
        this.#seats.set(seat.id, seat);
      }));
    }
  }

  seat(id) {
    return this.#seats.get(id);
  }

  section(id) {
    return this.sections.find((section) => section.id === id);
  }

  get seats() {
    return this.#seats.values();
  }

  /** Takes what a stream says. Older than what is known, it is nothing new. */
  apply({ asOf, changes, sections }) {
    if (Date.parse(asOf) < Date.parse(this.asOf)) return;
    this.asOf = asOf;
    for (const { id, state } of changes) {
      const seat = this.#seats.get(id);
      if (seat) seat.state = state;
    }
    for (const { id, free } of sections) {
      const section = this.section(id);
      if (section) section.free = free;
    }
  }

  /** Every price there is, the lowest first. */
  prices() {
    return [...new Set([...this.seats].map((seat) => seat.priceCents))]
      .filter((price) => price !== null)
      .sort((a, b) => a - b);
  }

  ticketTypes() {
    return [...new Set([...this.seats].map((seat) => seat.ticketType))].filter(Boolean).sort();
  }

  has(mark) {
    for (const seat of this.seats) if (seat[mark]) return true;
    return false;
  }
}

export const isFree = (seat) => seat.state === FREE;

/** The lowest and the highest price of a section; null where it sells nothing. */
export function priceRange(section) {
  let [low, high] = [Infinity, 0];
  for (const row of section.rows) {
    for (const { priceCents } of row.seats) {
      if (priceCents === null) continue;
      [low, high] = [Math.min(low, priceCents), Math.max(high, priceCents)];
    }
  }
  return low === Infinity ? null : [low, high];
}

export class Filter {
  maxCents = null;
  ticketType = '';
  fullView = false;
  stepFree = false;

  get on() {
    return this.maxCents !== null || this.ticketType !== '' || this.fullView || this.stepFree;
  }

  fits(seat) {
    return (this.maxCents === null || (seat.priceCents !== null && seat.priceCents <= this.maxCents))
      && (this.ticketType === '' || seat.ticketType === this.ticketType)
      && !(this.fullView && seat.restrictedView)
      && !(this.stepFree && !seat.accessible);
  }

  /** How many free seats of these rows fit. */
  count(rows) {
    let n = 0;
    for (const row of rows) for (const seat of row.seats) if (isFree(seat) && this.fits(seat)) n += 1;
    return n;
  }
}

/** Of these seats, those nearest to the lost ones: the same row first, then the rows beside it. */
export function nearest(plan, lost, candidates, most) {
  const from = plan.seat(lost);
  if (!from) return candidates.slice(0, most);
  const away = (id) => {
    const seat = plan.seat(id);
    if (!seat || seat.section !== from.section) return Infinity;
    return Math.abs(seat.rowAt - from.rowAt) * 8 + Math.abs(seat.seatAt - from.seatAt);
  };
  return [...candidates].sort((a, b) => away(a) - away(b)).slice(0, most);
}
