/*
 * The console: one document, native modules, addresses after `#`.
 *
 * How to add a view:
 * 1. Write a module beside this one and name it in ConsoleFiles.OWN. It exports
 *    `show(root, context)`, which fills `root` and returns a function that ends the view: stop
 *    timers, abort requests. It may be async; what it throws is shown in its place.
 * 2. Add a line to VIEWS. A view of `/e/:event/…` gets its tab in the event's navigation, any
 *    other its link in the header; `role` hides that from those it is of no use to, and `tab: null`
 *    from everyone.
 * `context` is {event, query, session, may(role), title(text), announce(text), guard(unsaved)}:
 *    event     the id in the address, or undefined
 *    query     URLSearchParams of what follows `?` in the address after `#`
 *    session   {name, role, …} of who is signed in; may('operator') whether their role covers that
 *    title     sets the document's title; the view writes its own h1
 *    announce  says something in the one polite live region; only what matters
 *    guard     takes a function that says whether something unsaved would be lost by leaving
 * A change of who is signed in shows the view anew. Everything goes through api.js (problems are
 * thrown, 401 in the middle of work is dealt with there), is built with dom.js (no markup from
 * data, no style attributes: the policy forbids them), and says numbers and times by format.js.
 */
import {said} from './api.js';
import {button, el, fill, leaveDialogs, note, write} from './dom.js';
import * as session from './session.js';

const VIEWS = [
  {path: '/', tab: 'Events', load: () => import('./events.js')},
  {path: '/e/:event', tab: 'Live', load: () => import('./live.js')},
  {path: '/e/:event/settings', tab: 'Settings', load: () => import('./settings.js')},
  {path: '/e/:event/fairness', tab: 'Fairness', load: () => import('./fairness.js')},
  {path: '/e/:event/audit', tab: 'Audit', load: () => import('./audit.js')},
  {path: '/e/:event/fan', tab: 'A fan', load: () => import('./fan.js')},
  {path: '/new', tab: 'New event', role: 'admin', load: () => import('./settings.js')},
  {path: '/sizing', tab: 'Sizing', load: () => import('./sizing.js')},
];

const main = document.getElementById('main');
const top = document.getElementById('top');
let end = () => {};
let unsaved = () => false;
let shownHash = null;
let turn = 0;

/** A file of the console that cannot be had; a browser may not ask for it a second time. */
class Unloaded extends Error {}

/** Which view an address means, with what the address says. */
function find(hash) {
  const [path, query] = (hash.replace(/^#/, '') || '/').split('?');
  for (const view of VIEWS) {
    const form = new RegExp('^' + view.path.replace(':event', '([a-z0-9-]{1,63})') + '$');
    const match = form.exec(path);
    if (match) {
      return {view, event: match[1], query: new URLSearchParams(query || '')};
    }
  }
  return null;
}

async function go() {
  if (location.hash !== shownHash && unsaved() && !window.confirm('Leave without saving?')) {
    history.replaceState(null, '', shownHash);
    return;
  }
  turn += 1;
  const mine = turn;
  leaveDialogs();
  end();
  end = () => {};
  unsaved = () => false;
  const moved = shownHash !== null && location.hash !== shownHash;
  shownHash = location.hash || '#/';
  const found = find(location.hash);
  drawTop(found);
  const root = el('div', {class: 'view'});
  fill(main, root);
  const ended = await shown(root, found).catch((failure) => {
    fill(root, el('h1', {}, 'This did not work'), note(said(failure)),
        failure instanceof Unloaded ? button('Load the page again', () => location.reload())
          : button('Try again', go));
    return () => {};
  });
  if (mine === turn) {
    end = ended || (() => {});
    if (moved) {
      main.focus();
    }
  } else if (ended) {
    ended();
  }
}

async function shown(root, found) {
  const mine = turn;
  // A view that was left may hear answers all the same; the page is another's by then.
  const here = (act) => (...given) => mine === turn && act(...given);
  if (session.current() === null) {
    title('Sign in');
    fill(root, el('div', {class: 'narrow'}, el('h1', {}, 'Sign in'), session.form(() => {})));
    root.querySelector('input').focus();
    return null;
  }
  if (!found) {
    title('Nothing here');
    fill(root, el('h1', {}, 'Nothing is at this address'),
        el('p', {}, el('a', {href: '#/'}, 'All events')));
    return null;
  }
  title(found.view.tab || 'Headgate');
  const module = await found.view.load().catch(() => {
    throw new Unloaded('A part of the console did not come. Either the gateway does not answer, or '
        + 'it is a newer one by now, and this page is of the one before.');
  });
  return module.show(root, {
    event: found.event, query: found.query, session: session.current(), may: session.may,
    title: here(title), announce, guard: here((check) => {
      unsaved = check;
    })});
}

function drawTop(found) {
  const who = session.current();
  fill(top,
      el('div', {class: 'bar'},
          el('a', {class: 'brand', href: '#/'}, el('span', {class: 'mark', 'aria-hidden': 'true'}),
              'Headgate'),
          who && el('nav', {'aria-label': 'Console'}, links(found, null)),
          who && el('div', {class: 'who'},
              el('span', {}, who.name, ' ', el('span', {class: 'role'}, who.role)),
              button('Sign out', leave, 'quiet'))),
      who && found && found.event && el('nav', {class: 'tabs', 'aria-label': 'Event'},
          el('span', {class: 'which'}, found.event), links(found, found.event)));
}

function links(found, event) {
  const wanted = VIEWS.filter((view) => view.tab && session.may(view.role || 'viewer')
      && view.path.startsWith('/e/:event') === (event !== null));
  return el('ul', {}, wanted.map((view) => el('li', {}, el('a', {
    href: '#' + view.path.replace(':event', event),
    'aria-current': found && found.view === view ? 'page' : null}, view.tab))));
}

async function leave() {
  try {
    await session.signOut();
  } catch (failure) {
    announce(said(failure));
    const there = failure.body && failure.body.signOutAt;
    main.prepend(note(said(failure)),
        there ? el('p', {}, el('a', {href: there}, 'Sign out at your organisation too')) : '');
  }
}

function title(text) {
  document.title = text === 'Headgate' ? text : `${text} · Headgate`;
}

function announce(text) {
  write(document.getElementById('said'), text);
}

document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener('beforeunload', (event) => {
  if (unsaved()) {
    event.preventDefault();
  }
});

/*
 * The second click of two is meant for what the first one was: not for what has moved to its place
 * since, such as a button of the dialog that it opened, or the next one of a list.
 */
let clicked = null;
addEventListener('click', (event) => {
  const control = event.target.closest('button, a, summary');
  if (event.detail > 1 && control !== clicked) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    clicked = control;
  }
}, {capture: true});

async function start() {
  try {
    await session.open(() => {
      if (turn > 0) {
        void go();
      }
    });
  } catch (failure) {
    fill(main, el('h1', {}, 'The console cannot start'), note(said(failure)),
        button('Try again', start, 'main'));
    return;
  }
  const back = session.back();
  if (back && session.current()) {
    history.replaceState(null, '', back);
  }
  addEventListener('hashchange', () => void go());
  await go();
}

await start();
