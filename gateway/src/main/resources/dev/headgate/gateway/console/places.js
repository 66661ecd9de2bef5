/* Places as fans' pages show them, counted from 1, and as the API does, from 0. */
import * as format from './format.js';
import {whole} from './numbers.js';

/**
 * '1,234', '#1234' or 'members-1,234' as the API names that place: '1233', 'members-1233'. Null for
 * anything else.
 */
export function placeOf(text) {
  const [, lane, number] = /^#?(?:([a-z0-9]+(?:-[a-z0-9]+)*)-)?([^-]+)$/i.exec(text.trim()) || [];
  const counted = number === undefined ? null : whole(number);
  return counted === null || counted < 1 ? null
      : `${lane ? `${lane.toLowerCase()}-` : ''}${counted - 1}`;
}

/** '1,234', or '1,234 (members)' of another lane than the first. `lanes` are those of `live`. */
export function placeText(number, lane, lanes) {
  const named = (lanes || []).find((one) => one.lane === lane);
  return lane ? `${format.count(number + 1)} (${named ? named.name : `lane ${lane}`})`
      : format.count(number + 1);
}
