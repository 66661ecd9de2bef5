// Where sections and seats are drawn. The shop knows sections, rows and seats, and no shape of the hall:
// so this is a plan, sections line by line in the venue's order, one unit a seat.

const HEAD = 2; // a section's name
const EDGE = 1; // around its seats
const GAP = 2;

const columnsOf = (section) => Math.max(1, ...section.rows.map((row) => row.seats.length));

/** As many sections in a line as let the whole be drawn the largest in a window of this size. */
export function layOut(sections, size) {
  const boxes = sections.map((section) => ({
    section,
    columns: columnsOf(section),
    width: columnsOf(section) + 2 * EDGE,
    height: section.rows.length + HEAD + EDGE,
  }));
  const cell = Math.max(1, ...boxes.map((box) => box.width)) + GAP;
  let best = null;
  for (let across = 1; across <= Math.max(1, boxes.length); across += 1) {
    const tried = measure(boxes, across, cell, size);
    if (best === null || tried.scale > best.scale) best = tried;
  }
  place(boxes, best, cell);
  return { boxes, lines: best.lines, width: best.width, height: best.height };
}

function measure(boxes, across, cell, size) {
  const lines = [];
  for (let i = 0; i < boxes.length; i += across) lines.push(boxes.slice(i, i + across));
  const width = across * cell + GAP;
  const height = lines.reduce((sum, line) => sum + tallest(line) + GAP, GAP);
  return { lines, width, height, scale: Math.min(size.width / width, size.height / height) };
}

const tallest = (line) => Math.max(...line.map((box) => box.height));

function place(boxes, { lines }, cell) {
  let y = GAP;
  for (const line of lines) {
    line.forEach((box, i) => {
      box.x = GAP + i * cell + (cell - GAP - box.width) / 2;
      box.y = y;
    });
    y += tallest(line) + GAP;
  }
}

/** The corner of a seat's own unit. Short rows stand in the middle. */
export function spot(box, seat) {
  const inset = (box.columns - seat.row.seats.length) / 2;
  return { x: box.x + EDGE + inset + seat.seatAt, y: box.y + HEAD + seat.rowAt };
}

/** The seats of a box that touch a part of the plan. */
export function seatsWithin(box, part) {
  const found = [];
  const top = box.y + HEAD;
  const last = Math.min(box.section.rows.length - 1, Math.floor(part.y + part.height - top));
  for (let i = Math.max(0, Math.floor(part.y - top)); i <= last; i += 1) {
    const { seats } = box.section.rows[i];
    const left = box.x + EDGE + (box.columns - seats.length) / 2;
    const end = Math.min(seats.length - 1, Math.floor(part.x + part.width - left));
    for (let j = Math.max(0, Math.floor(part.x - left)); j <= end; j += 1) found.push(seats[j]);
  }
  return found;
}

/** The row labels' heights in a box, for those rows that touch a part of the plan. */
export function rowsWithin(box, part) {
  const top = box.y + HEAD;
  return box.section.rows
    .map((row, i) => ({ label: row.row, y: top + i + 0.5 }))
    .filter(({ y }) => y > part.y && y < part.y + part.height);
}

export const touches = (box, part) =>
  box.x < part.x + part.width && box.x + box.width > part.x
  && box.y < part.y + part.height && box.y + box.height > part.y;
