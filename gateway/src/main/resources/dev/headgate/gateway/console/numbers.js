/*
 * Numbers as people write them. A control of type `number` is no help: it drops what it does not
 * know while one types, so that 1,5 becomes 15, and a turn of the mouse's wheel changes it.
 */

// Every script has digits of its own; here are those that look like ours, and spaces of all widths.
const plain = (text) => text.normalize('NFKC').trim();

/** 1200, 1 200, 1,200, 1.200 and 1’200 are the same whole number; what is none is null. */
export function whole(text) {
  const written = plain(text);
  const grouped = /^[1-9]\d{0,2}([ .,'’])\d{3}(?:\1\d{3})*$/.test(written);
  const digits = grouped ? written.replace(/\D/g, '') : written;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/**
 * 1.5 and 1,5, and whole numbers in groups where these can be nothing else. 1,500 may be meant
 * either way and is null, like whatever is no number.
 */
export function decimal(text) {
  const written = plain(text);
  if (/^\d{1,12}(?:[.,]\d{1,9})?$/.test(written)) {
    return /^[1-9]\d{0,2}[.,]\d{3}$/.test(written) ? null : Number(written.replace(',', '.'));
  }
  return whole(text);
}
