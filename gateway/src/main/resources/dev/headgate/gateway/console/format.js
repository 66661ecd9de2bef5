/* Numbers, times and lengths of time as operators read them. Unknown is a dash, never 0. */

const WHOLE = new Intl.NumberFormat('en');
const TENTH = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const SHARE = new Intl.NumberFormat('en', {style: 'percent', maximumFractionDigits: 1});
const CLOCK = new Intl.DateTimeFormat('en-GB',
    {hour: '2-digit', minute: '2-digit', second: '2-digit'});
const DAY = new Intl.DateTimeFormat('en-GB',
    {day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit'});
const DAY_ALONE = new Intl.DateTimeFormat('en-GB', {dateStyle: 'short'});
const UNKNOWN = '–';

const known = (value) => value !== null && value !== undefined && !Number.isNaN(value);

export const count = (value) => known(value) ? WHOLE.format(value) : UNKNOWN;
export const decimal = (value) => known(value) ? TENTH.format(value) : UNKNOWN;
export const share = (value) => known(value) ? SHARE.format(value) : UNKNOWN;
export const millis = (value) => known(value) ? `${WHOLE.format(Math.round(value))} ms` : UNKNOWN;

/** 12:03:04, in the browser's zone. */
export const clock = (time) => known(time) ? CLOCK.format(new Date(time)) : UNKNOWN;

/** The time of day of what is today, and the day before it of what is not. */
export const moment = (time, now) => known(time) && DAY_ALONE.format(new Date(time)) !== DAY_ALONE.format(now)
    ? day(time) : clock(time);

/** 1 Dec 2026, 10:00, in the browser's zone. */
export const day = (time) => known(time) ? DAY.format(new Date(time)) : UNKNOWN;

/** A time element: local to read, UTC to be sure. */
export function timeOf(time) {
  const node = document.createElement('time');
  node.dateTime = time;
  node.title = `${new Date(time).toISOString()} (UTC)`;
  node.textContent = day(time);
  return node;
}

/** "1 h 5 min", "4 min 10 s", "12 s". */
export function span(seconds) {
  if (!known(seconds)) {
    return UNKNOWN;
  }
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours >= 48) {
    return `${Math.floor(hours / 24)} days`;
  }
  if (hours > 0) {
    return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
  }
  if (minutes >= 10 || (minutes > 0 && whole % 60 === 0)) {
    return `${minutes} min`;
  }
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** Seconds of an ISO 8601 duration such as PT1H5M or PT90S; NaN for anything else. */
export function secondsOf(duration) {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration);
  if (!parts) {
    return NaN;
  }
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part || 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** The other way round, in the largest whole unit. */
export function durationOf(seconds) {
  if (seconds > 0 && seconds % 3600 === 0) {
    return `PT${seconds / 3600}H`;
  }
  return seconds > 0 && seconds % 60 === 0 ? `PT${seconds / 60}M` : `PT${seconds}S`;
}

const PHASES = {
  'scheduled': 'Scheduled', 'waiting': 'Open, before the start', 'drawing': 'Drawing',
  'on-sale': 'On sale', 'paused': 'Paused', 'sold-out': 'Sold out', 'ended': 'Ended'};

/**
 * Whether an operator has paused it, in whatever phase: before the sale and when sold out the phase
 * does not say. It is halted at dial 0 as well.
 */
export function isPaused(event) {
  return Boolean(event.halted) && event.phase !== 'ended'
      && (event.settings.dials.newUsersPerMinute > 0 || event.pauseReasons.length > 0
        || event.live.limit === 'paused by the operator');
}

/** The phase of an event in words; of {phase} alone as well. */
export function phase(event) {
  const words = PHASES[event.phase] || event.phase;
  return event.phase !== 'paused' && isPaused(event) ? `${words}; paused` : words;
}

/**
 * Of which times in between nothing is known: [[from, to], ...] in milliseconds, the oldest first,
 * of samples by their time, of which one is expected each `everySeconds`.
 */
export function unknownTimes(samples, everySeconds) {
  const times = samples.filter((sample) => known(sample.waiting))
      .map((sample) => Date.parse(sample.at));
  return times.slice(1).map((time, i) => [times[i], time])
      .filter(([from, to]) => to - from > everySeconds * 2500);
}

/** The same as a sentence; empty where all is known. */
export function unknownSaid(holes) {
  if (holes.length === 0) {
    return '';
  }
  const [from, to] = holes[holes.length - 1];
  const others = holes.length > 1 ? `, and at ${holes.length - 1} other times before` : '';
  return `No figures are known from ${clock(from)} to ${clock(to)}${others}.`;
}
