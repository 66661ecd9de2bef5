/*
 * How fans reach an event: the routes that lead to its pages, and where they are sent once inside.
 * Routes are the gateway's configuration, which may be reloaded at any moment; so what is shown is
 * asked for again and again, and what cannot be asked for is not shown.
 */
import * as api from './api.js';
import {debounced, el, fill} from './dom.js';
import * as format from './format.js';

const EVERY_MILLIS = 5000;
const TYPED_MILLIS = 400;

/** `asked()` says {event, resume} as they are now. {node, refresh(), look(), stop()}. */
export function reach(asked) {
  const heard = el('div', {'aria-live': 'polite'});
  const table = el('div');
  const node = el('section', {class: 'panel', 'aria-labelledby': 'reach'},
      el('h2', {id: 'reach'}, 'How fans reach it'),
      el('p', {class: 'hint'}, 'By the routes in the gateway’s configuration, the first that fits ',
          'first. Only a route that needs admission keeps anybody out.'),
      heard, table);
  const stop = new AbortController();
  const soon = debounced(TYPED_MILLIS, look);
  const timer = setInterval(() => {
    if (!document.hidden) {
      void look();
    }
  }, EVERY_MILLIS);
  const shown = new Map();
  let turn = 0;

  async function look() {
    turn += 1;
    const mine = turn;
    const {event, resume} = asked();
    if (event === '') {
      silent('As soon as it has an id.');
      return;
    }
    try {
      const {body} = await api.get('/api/routes',
          {query: {event, ...(resume ? {resume} : {})}, signal: stop.signal});
      if (mine === turn) {
        draw(heard, [event, resume, body.leadsTo, body.warnings], () => told(body, resume));
        draw(table, body.routes, () => listed(body.routes));
      }
    } catch (failure) {
      if (mine === turn && !stop.signal.aborted) {
        const wrong = failure.code === 'invalid-settings';
        silent(wrong ? 'As soon as id and page are right.' : `Not known now. ${api.said(failure)}`);
      }
    }
  }

  function silent(why) {
    draw(heard, why, () => el('p', {class: 'soft'}, why));
    draw(table, null, () => []);
  }

  /** Only what is another than before is drawn, and so read out. */
  function draw(place, state, make) {
    const key = JSON.stringify(state);
    if (key !== shown.get(place)) {
      shown.set(place, key);
      fill(place, make());
    }
  }

  return {node, refresh: soon, look, stop() {
    clearInterval(timer);
    soon.stop();
    stop.abort();
  }};
}

function told({leadsTo, warnings}, resume) {
  return [
    warnings.map((warning) => el('p', {class: 'note warn'}, warning)),
    resume && leadsTo && el('p', {}, 'Once inside, fans are sent to ',
        el('span', {class: 'code'}, resume), ', which goes by the route ',
        el('span', {class: 'code'}, leadsTo.path), `: ${access(leadsTo)}.`)];
}

function listed(routes) {
  return routes.length > 0 && el('div', {class: 'scroll', tabindex: '0'}, el('table', {},
    el('caption', {}, 'Routes of this event'),
    el('thead', {}, el('tr', {}, ['Path', 'Who passes', 'Methods', 'Leads to', 'Body at most'].map(
        (text) => el('th', {scope: 'col'}, text)))),
    el('tbody', {}, routes.map((route) => el('tr', {},
        el('th', {scope: 'row', class: 'code'}, where(route)),
        el('td', {}, access(route)),
        el('td', {}, route.methods.length > 0 ? route.methods.join(', ') : 'all'),
        el('td', {}, route.upstream),
        el('td', {}, `${format.count(route.maxBodyBytes)} bytes`))))));
}

const where = ({hosts, path}) => hosts.length > 0 ? `${hosts.join(', ')}: ${path}` : path;

const access = (route) => route.access === 'admission' ? 'whoever was let in' : 'everybody';
