// The order page. It only asks and shows: nothing is ever paid from here. What there is to see comes as
// HTML from this page's own address, so that it reads the same without this script.
import { word } from './words.js';

const here = location.pathname + location.search;
const el = (id) => document.getElementById(id);
const SLOWEST = 15000;

let timer = 0;
let asking = false;
let lost = 0; // answers in a row

const main = () => document.querySelector('main');

/** The same words as the page's own. */
function state(order) {
  return [
    order.status,
    order.reason,
    order.refundDueCents,
    order.refundedCents,
    (order.tickets || []).length,
    order.redirectUrl ? 'bank' : '',
  ].join('/');
}

async function look() {
  if (asking) return;
  asking = true;
  clearTimeout(timer);
  let wait;
  try {
    wait = await ask();
    lost = 0;
  } catch (away) {
    lost += 1;
    wait = Math.min(SLOWEST, 1000 * 2 ** lost);
    tell(word('say.order-lost'));
  }
  asking = false;
  if (wait > 0) timer = setTimeout(look, wait);
}

function get(kind) {
  const signal = AbortSignal.timeout(20000);
  return fetch(here, { headers: { Accept: kind }, cache: 'no-store', signal });
}

/** Returns milliseconds until the next look; 0 is never. */
async function ask() {
  const answer = await get('application/json');
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  if (answer.status !== 200) {
    location.reload();
    return 0;
  }
  const order = await answer.json();
  if (state(order) !== main().dataset.state) await redraw();
  const open = order.status === 'pending_payment' || order.refundDueCents > 0;
  return open ? Math.max(500, Number(order.pollAfterMillis) || 5000) : 0;
}

async function redraw() {
  const answer = await get('text/html');
  if (answer.status !== 200) throw new Error(String(answer.status));
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const had = main().contains(document.activeElement);
  main().replaceWith(document.adoptNode(fresh.querySelector('main')));
  document.title = fresh.title;
  tell(el('headline').textContent);
  if (had) el('headline').focus();
  toTheBank();
}

function tell(text) {
  if (el('news').textContent !== text) el('news').textContent = text;
}

/** Goes by itself once; whoever comes back from there goes again by hand. */
function toTheBank() {
  const link = el('bank');
  if (!link) return;
  const to = link.href;
  const gone = `headgate:bank:${main().dataset.order}`;
  try {
    if (sessionStorage.getItem(gone) === to) return;
    sessionStorage.setItem(gone, to);
  } catch (forbidden) {
    return;
  }
  // By the address: whoever was shown this page again meanwhile sees another link to it.
  setTimeout(() => { if (el('bank')?.href === to) location.assign(to); }, 1500);
}

document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
addEventListener('pageshow', (e) => { if (e.persisted) look(); });
toTheBank();
look();
