/*
 * The queue page in every state, over made-up answers, with the title and the look of a form. The
 * frame is cut off: it is of no origin, so that nothing which runs in it, such as a page of a
 * theme's own, could reach the console's session.
 */
import {el, field, fill} from './dom.js';

const DRAW_MILLIS = 400;

export function previews(choices, settings) {
  const state = el('select', {}, choices.groups.map(({title, states}) =>
    el('optgroup', {label: title}, states.map(({state: name, shows}) =>
      el('option', {value: name}, shows)))));
  state.value = 'in-the-draw';
  const language = el('select', {}, choices.languages.map((tag) => el('option', {value: tag},
      new Intl.DisplayNames([tag], {type: 'language'}).of(tag))));
  const message = el('textarea', {rows: 2, maxlength: 1000, dir: 'auto'});
  const reason = el('textarea', {rows: 2, maxlength: 300, dir: 'auto'});
  const wide = el('select', {}, el('option', {value: 'phone'}, 'Phone'),
      el('option', {value: 'desk'}, 'Desktop'));
  const place = el('div', {class: 'stage phone'});
  const node = el('section', {class: 'panel preview', 'aria-labelledby': 'preview'},
      el('h2', {id: 'preview'}, 'The queue page'),
      el('p', {class: 'hint'}, 'With the title and look beside it, saved or not. Places, draws and ',
          'times in it are made up.'),
      field('State', state).node,
      el('div', {class: 'row'}, field('Language', language).node, field('Width', wide).node),
      place,
      el('details', {}, el('summary', {}, 'With a message or a reason'),
          field('Message', message, 'Tried out here alone. The live view sends one.').node,
          field('Reason of a pause', reason, 'Shown in the paused states.').node));
  let timer = null;
  let shown = '';

  function draw() {
    const {title, theme} = settings();
    const query = new URLSearchParams({lang: language.value});
    // What the server would refuse is not worth a frame that says so.
    if (title.trim() !== '') {
      query.set('title', [...title].slice(0, 200).join(''));
    }
    if (theme) {
      query.set('theme', theme);
    }
    const texts = {};
    if (message.value.trim()) {
      texts.message = {text: message.value.trim(), lang: language.value};
    }
    if (reason.value.trim()) {
      texts.reason = {reason: reason.value.trim(), lang: language.value};
    }
    const src = `/queue/${state.value}?${query}`;
    const key = src + JSON.stringify(texts) + wide.value;
    if (key === shown) {
      return;
    }
    shown = key;
    place.className = `stage ${wide.value}`;
    // A new frame each time: another address in the old one would be a step of the browser's back.
    fill(place, el('iframe', {src, name: JSON.stringify(texts), sandbox: 'allow-scripts',
      title: `Preview: ${state.selectedOptions[0].textContent}`, referrerpolicy: 'no-referrer',
      loading: 'lazy'}));
  }

  function refresh() {
    clearTimeout(timer);
    timer = setTimeout(draw, DRAW_MILLIS);
  }

  [state, language, wide].forEach((one) => one.addEventListener('change', draw));
  [message, reason].forEach((one) => one.addEventListener('input', refresh));
  return {node, refresh, stop: () => clearTimeout(timer)};
}
