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
  const place = el('div', {'aria-live': 'polite'});
  const node = el('section', {class: 'panel', 'aria-labelledby': 'reach'},
      el('h2', {id: 'reach'}, 'How fans reach it'),
      el('p', {class: 'hint'}, 'By the routes in the gateway’s configuration, the first that fits ',
          'first. Only a route that needs admission keeps anybody out.'),
      place);
  const stop = new AbortController();
  const soon = debounced(TYPED_MILLIS, look);
  const timer = setInterval(() => {
    if (!document.hidden) {
      void look();
    }
  }, EVERY_MILLIS);
  let shown = '';
  let turn = 0;

  async function look() {
    turn += 1;
    const mine = turn;
    const {event, resume} = asked();
    if (event === '') {
      draw('none', () => el('p', {class: 'soft'}, 'As soon as it has an id.'));
      return;
    }
    try {
      const {body} = await api.get('/api/routes',
          {query: {event, ...(resume ? {resume} : {})}, signal: stop.signal});
      if (mine === turn) {
        draw(JSON.stringify([event, resume, body]), () => told(body, resume));
      }
    } catch (failure) {
      if (mine === turn && !stop.signal.aborted) {
        const wrong = failure.code === 'invalid-settings';
        draw(`no ${wrong}`, () => el('p', {class: 'soft'}, wrong
            ? 'As soon as id and page are right.' : `Not known now. ${api.said(failure)}`));
      }
    }
  }

  /** Only what is another than before is drawn, and so read out. */
  function draw(key, make) {
    if (key !== shown) {
      shown = key;
      fill(place, make());
    }
  }

  void look();
  return {node, refresh: soon, look, stop() {
    clearInterval(timer);
    soon.stop();
    stop.abort();
  }};
}

function told({routes, leadsTo, warnings}, resume) {
  return [
    warnings.map((warning) => el('p', {class: 'note warn'}, warning)),
    resume && leadsTo && el('p', {}, 'Once inside, fans are sent to ',
        el('span', {class: 'code'}, resume), ', which goes by the route ',
        el('span', {class: 'code'}, leadsTo.path), `: ${access(leadsTo)}.`),
    routes.length > 0 && el('div', {class: 'scroll', tabindex: '0'}, el('table', {},
        el('caption', {}, 'Routes of this event'),
        el('thead', {}, el('tr', {}, ['Path', 'Who passes', 'Methods', 'Leads to', 'Body at most'].map(
            (text) => el('th', {scope: 'col'}, text)))),
        el('tbody', {}, routes.map((route) => el('tr', {},
            el('th', {scope: 'row', class: 'code'}, where(route)),
            el('td', {}, access(route)),
            el('td', {}, route.methods.length > 0 ? route.methods.join(', ') : 'all'),
            el('td', {}, route.upstream),
            el('td', {}, `${format.count(route.maxBodyBytes)} bytes`))))))];
}

const where = ({hosts, path}) => hosts.length > 0 ? `${hosts.join(', ')}: ${path}` : path;

const access = (route) => route.access === 'admission' ? 'whoever was let in' : 'everybody';
