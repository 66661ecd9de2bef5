/* The draw: before it what to publish, after it one page to print and hand out. */
import * as api from './api.js';
import {button, el, fill, note, write} from './dom.js';
import {copy} from './files.js';
import * as format from './format.js';

const LOOK_MILLIS = 5000;
const UNDRAWN = {
  fifo: 'This event has no draw: places are in the order of arrival.',
  passthrough: 'This event has no draw: whoever comes is let in.',
  reject: 'This event has no draw: nobody is let in.'};

export async function show(root, context) {
  const stop = new AbortController();
  const stale = el('div');
  let shown = '';

  async function look() {
    const [event, draw] = await Promise.all([
      api.get(api.eventPath(context.event), {signal: stop.signal}),
      api.get(api.eventPath(context.event, 'draw'), {signal: stop.signal})]);
    const key = JSON.stringify([draw.body, event.body.settings.mode, event.body.settings.start,
      event.body.onSaleAt]);
    if (key !== shown) {
      shown = key;
      context.title(`Fairness of ${context.event}`);
      fill(root, stale, view(event.body, draw.body, context));
    }
    stale.replaceChildren();
  }

  await look();
  // The draw happens while somebody looks, and the page then is the other one.
  const timer = setInterval(() => {
    look().catch((failure) => {
      if (failure.name !== 'AbortError') {
        fill(stale, note(`${api.said(failure)} What you see may be old.`));
      }
    });
  }, LOOK_MILLIS);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

function view(event, draw, context) {
  const drawn = isDrawn(draw.document);
  const none = UNDRAWN[event.settings.mode];
  if (!drawn && none) {
    return [el('h1', {}, 'Fairness'), el('p', {}, none)];
  }
  return drawn ? sheet(event, draw) : before(event, draw, context);
}

/** In rounds the event's own seed opens with the first of them. */
function isDrawn(document) {
  return document.seed !== null || (document.rounds || []).some(({seed}) => seed !== null);
}

function commitments(document) {
  if (document.lanes) {
    return document.lanes.map(({name, commitment}) => [`Lane ${name}`, commitment]);
  }
  if (document.rounds && document.rounds.length > 0) {
    return document.rounds.filter(({seed}) => seed === null)
        .map(({number, commitment}) => [`Round ${number}`, commitment]);
  }
  return [['Commitment', document.commitment]];
}

function before(event, draw, context) {
  const text = announcement(event, draw);
  const area = el('textarea', {readonly: true, rows: 14, id: 'publish', 'aria-labelledby': 'publish-h',
    value: text});
  const done = el('span', {class: 'soft', role: 'status'});
  const copied = async (what, name) => {
    const ok = await copy(what);
    write(done, ok ? `${name} is copied.` : 'This browser does not copy. Select it, and copy by hand.');
    context.announce(done.textContent);
    if (!ok) {
      area.focus();
      area.select();
    }
  };
  return [el('h1', {}, 'Fairness'),
    el('p', {}, 'Publish the commitment before the sale starts, where you cannot take it back: ',
        'then nobody, you included, can have chosen the order.'),
    el('section', {class: 'panel'}, el('h2', {}, 'Committed to'),
        el('dl', {class: 'facts'}, commitments(draw.document).map(([name, value]) =>
          [el('dt', {}, name), el('dd', {class: 'code'}, value)])),
        event.settings.mode === 'random-rounds'
            && el('p', {class: 'hint'}, 'Each round has a commitment of its own, public while it is open.')),
    el('section', {class: 'panel'}, el('h2', {id: 'publish-h'}, 'The text to publish'), area,
        el('div', {class: 'actions'},
            button('Copy the text', () => copied(text, 'The text'), 'main'),
            button('Copy the commitment', () => copied(draw.document.commitment, 'The commitment')),
            done))];
}

function announcement(event, draw) {
  const start = event.onSaleAt ? `at ${utc(event.onSaleAt)}` : 'when we start the sale';
  const values = commitments(draw.document).map(([name, value]) => `${name}: ${value}`);
  return [
    `${draw.title}: how the order in the queue is drawn`, '',
    `Everyone who is in the queue before the start takes part in a draw ${start}. The order follows `
      + 'from a seed that is fixed already. This is its SHA-256:', '',
    ...values, '',
    `After the draw the seed is public, at ${draw.url}`,
    'Anyone can then check that it is the one committed to here, and work the whole order out again:',
    'on the queue page under “Check my draw”, or with', '', `  ${command(draw)}`, '',
    `Algorithm: ${draw.document.algorithm}. Event: ${draw.document.event}, epoch ${
      draw.document.epoch}.`].join('\n');
}

const command = ({url, document}) => `./headgate verify-draw --draw '${url}' --arrival NUMBER ${
  ''}--commitment ${document.commitment}`;

const utc = (iso) => iso ? `${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC` : '–';

function sheet(event, draw) {
  const {document} = draw;
  return el('article', {class: 'sheet'},
      el('div', {class: 'head'},
          el('div', {}, el('h1', {}, 'How the queue was drawn'),
              el('p', {class: 'title', dir: 'auto'}, draw.title)),
          // A picture, so that nothing in it is markup of this page.
          el('img', {class: 'code', alt: 'QR code of the public document’s address',
            src: `data:image/svg+xml,${encodeURIComponent(draw.svg)}`})),
      el('dl', {class: 'facts'}, facts(document).map(([name, value, code]) =>
        [el('dt', {}, name), el('dd', {class: code ? 'code' : null}, value)])),
      lanes(document), rounds(document), earlier(document), verify(draw),
      el('div', {class: 'actions'}, button('Print', () => window.print(), 'main'),
          el('a', {class: 'button', href: draw.url, rel: 'noreferrer', target: '_blank'},
              'The public document')));
}

function facts(document) {
  const gaps = document.gaps.map(({from, to}) => to - from === 1 ? String(from) : `${from}–${to - 1}`);
  const single = !document.rounds;
  return [
    ['Event', document.event], ['Epoch', String(document.epoch)],
    ['Algorithm', document.algorithm],
    single && ['Commitment', document.commitment, true],
    single && ['Seed', document.seed, true],
    document.beacon && ['Beacon', `${document.beaconSource}: ${document.beacon}`, true],
    ['Entrants', format.count(document.entrants)],
    ['Put behind the others', format.count(document.demotedCount)],
    ['Arrival numbers left out', gaps.length === 0 ? 'none' : gaps.join(', ')],
    ['Drawn at', utc(document.drawnAt)]].filter(Boolean);
}

function table(caption, heads, rows) {
  return el('div', {class: 'scroll', tabindex: '0'}, el('table', {}, el('caption', {}, caption),
      el('thead', {}, el('tr', {}, heads.map((head) => el('th', {scope: 'col'}, head)))),
      el('tbody', {}, rows.map(([first, ...rest]) => el('tr', {}, el('th', {scope: 'row'}, first),
          rest.map((value) => el('td', {class: /^[0-9a-f]{64}$/.test(value) ? 'code' : null},
              value)))))));
}

function lanes({lanes: all}) {
  return all && table('Each lane has a draw of its own', ['Lane', 'Entrants', 'Commitment', 'Seed'],
      all.map((lane) => [`${lane.lane} ${lane.name}`, format.count(lane.entrants), lane.commitment,
        lane.seed ?? '–']));
}

function rounds({rounds: all}) {
  return all && table('Each round has a draw of its own', ['Round', 'From', 'Entrants', 'Closed at',
    'Commitment', 'Seed'], all.filter(({seed}) => seed !== null).map((round) => [
    String(round.number), format.count(round.first), format.count(round.entrants), utc(round.closesAt),
    round.commitment, round.seed]));
}

function earlier({earlier: all}) {
  return all.length === 0
      ? el('p', {class: 'soft'}, 'The queue of this event was never reset: there was no other draw.')
      : table('Earlier lives of the queue, ended by a reset', ['Epoch', 'Entrants', 'Commitment', 'Seed'],
          all.map((life) => [String(life.epoch), format.count(life.entrants), life.commitment,
            life.seed ?? '–']));
}

function verify(draw) {
  return el('section', {class: 'verify'}, el('h2', {}, 'Check it yourself'),
      el('ol', {},
          el('li', {}, 'The SHA-256 of the seed is the commitment, which was public before the draw.'),
          el('li', {}, 'The order follows from event, seed and number of entrants alone. On the queue ',
              'page “Check my draw” works it out in your browser.'),
          el('li', {}, 'Or on your own machine, with the arrival number from your page less 1, for ',
              'programs count from 0:',
              el('pre', {class: 'code', tabindex: '0'}, command(draw)))),
      el('p', {}, 'The public document: ', el('span', {class: 'code'}, draw.url)));
}
