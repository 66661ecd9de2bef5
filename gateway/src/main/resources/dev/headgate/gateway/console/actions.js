/* What an operator does to an event beside turning its dials; each asked once, none by a slip. */
import * as api from './api.js';
import {button, confirm, dialog, el, field, fill, note} from './dom.js';
import * as format from './format.js';
import {MESSAGES, REASONS, card, texts} from './texts.js';

const PAUSED = ['The queue is paused',
  'Nobody is let in at the moment. Your place is kept, and the queue goes on from here.'];

/** panel.node; panel.update(event) takes the event as it is now. */
export function actions(context, changed) {
  const path = (...rest) => api.eventPath(context.event, ...rest);
  const speaking = el('div');
  const row = el('div', {class: 'actions'});
  const last = el('details', {class: 'last'}, el('summary', {}, 'Close or reset'),
      el('div', {class: 'actions'}));
  const trouble = el('div');
  const node = el('section', {class: 'panel', 'aria-labelledby': 'actions'},
      el('h2', {id: 'actions'}, 'Actions'), row, speaking, trouble, last);
  let now = null;
  let drawnFor = '';

  /** Does something at once, and says what went wrong where nothing else does. */
  async function act(send, saying) {
    trouble.replaceChildren();
    try {
      const {body} = await send();
      changed(body, saying);
    } catch (failure) {
      fill(trouble, note(api.said(failure)));
    }
  }

  /** A dialog with a form; send() does it and its failures are shown inside. */
  async function inDialog(title, content, yes, send, kind = 'main') {
    await dialog(title, (close) => {
      const wrong = el('div');
      const submit = el('button', {type: 'submit', class: kind}, yes);
      const form = el('form', {novalidate: true}, content, wrong,
          el('div', {class: 'actions'}, button('Cancel', () => close(), 'quiet'), submit));
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        submit.disabled = true;
        wrong.replaceChildren();
        try {
          if (await send()) {
            close(true);
          }
        } catch (failure) {
          fill(wrong, note(api.said(failure)));
        } finally {
          submit.disabled = false;
        }
      });
      return form;
    });
  }

  function whyField() {
    const input = el('input', {type: 'text', maxlength: 300, autocomplete: 'off'});
    return {...field('Why', input, 'For the audit trail; fans never see it.'), input};
  }

  async function pause() {
    const start = (now.pauseReasons || []).map(({text, lang}) => ({text, lang: lang || 'en'}));
    const editor = texts({templates: REASONS, most: 300, start, optional: true,
      preview: card(...PAUSED)});
    const why = whyField();
    const again = now.phase === 'paused';
    await inDialog(again ? 'Change the reason' : 'Pause', [
      el('p', {}, 'Nobody is called or let in while paused. Places are kept and turns stand still. ',
          'Fans see the reason; without one they see only that the queue is paused.'),
      editor.node, why.node], again ? 'Change it' : 'Pause', async () => {
      if (!editor.check()) {
        return false;
      }
      const reasons = editor.values();
      const {body} = await api.post(path('pause'), reasons.length > 0 ? {reasons} : {},
          {why: why.input.value});
      changed(body, again ? 'The reason is changed.' : 'The event is paused.');
      return true;
    }, again ? 'main' : 'danger');
  }

  async function say() {
    const start = now.messages.map(({text, lang}) => ({text, lang}));
    const editor = texts({templates: MESSAGES, most: 1000, start, preview: card(null, null)});
    const why = whyField();
    await inDialog('Message to everyone who waits', [
      el('p', {}, 'Shown above the place of each fan, in their language where there is one, ',
          'else in the first that was written.'),
      editor.node, why.node], 'Show it', async () => {
      if (!editor.check()) {
        return false;
      }
      for (const words of editor.values()) {
        const known = now.messages.find(({lang}) => lang === words.lang);
        if (!known || known.text !== words.text) {
          const {body} = await api.put(path('message'), words, {why: why.input.value});
          changed(body, 'Fans see the message.');
        }
      }
      return true;
    });
  }

  function silence(lang) {
    return act(() => api.remove(path('message'), {query: lang ? {lang} : {}}),
        'The message is taken away.');
  }

  async function draw() {
    const sure = await confirm('Make the draw and start the sale', [
      el('p', {}, `${format.count(now.live.arrivals)} fans are in. They are put in random order, `,
          'and the sale starts at this moment. There is only one draw.')], 'Draw now');
    if (sure) {
      await act(() => api.post(path('draw')), 'The draw is made.');
    }
  }

  /** Behind typing the event's id: what cannot be taken back is not done by a slip. */
  async function typed(title, content, yes, send) {
    const input = el('input', {type: 'text', autocomplete: 'off', autocapitalize: 'off',
      spellcheck: 'false'});
    const asked = field(`Type ${context.event} to go on`, input);
    const why = whyField();
    await inDialog(title, [content, asked.node, why.node], yes, async () => {
      if (input.value.trim() !== context.event) {
        asked.wrong(`This is not ${context.event}.`);
        input.focus();
        return false;
      }
      await send(why.input.value);
      return true;
    }, 'danger');
  }

  function close() {
    return typed('Close the event', el('p', {},
        `${format.count(now.live.waiting)} wait and get nothing. Nobody joins and nobody is let in `,
        'any more. Who is inside stays until the session ends.'), 'Close it', async (why) => {
      const {body} = await api.post(path('close'), {}, {why});
      changed(body, 'The event is closed.');
    });
  }

  function reset() {
    const start = el('input', {type: 'datetime-local', step: 1});
    const fixed = !['manual', 'always'].includes(now.settings.start);
    const startField = field('New start', start,
        'In the time of this device. Empty: it stays as it is.');
    return typed('Reset the event', [el('p', {},
        `Every place, session and figure is gone: ${format.count(now.live.arrivals)} places, `,
        `${format.count(now.live.active)} sessions. There will be another draw. The old life stays `,
        'listed in the public draw document.'), fixed && startField.node], 'Reset it',
    async (why) => {
      const body = {confirm: context.event};
      if (start.value) {
        body.start = new Date(start.value).toISOString();
      }
      const answer = await api.post(path('reset'), body, {why});
      changed(answer.body, 'The event is reset.');
    });
  }

  function update(event) {
    now = event;
    const state = JSON.stringify([event.phase, event.settings.start, event.drawnAt, event.messages,
      event.pauseReasons]);
    if (state === drawnFor) {
      return;
    }
    drawnFor = state;
    const paused = event.phase === 'paused';
    const ended = event.phase === 'ended';
    const keep = document.activeElement && row.contains(document.activeElement)
        ? document.activeElement.dataset.key : null;
    fill(row,
        paused && button('Resume', () => act(() => api.post(path('resume')),
            'The event goes on.'), 'main', {'data-key': 'halt'}),
        !ended && button(paused ? 'Change the reason' : 'Pause …', pause, '',
            {'data-key': paused ? 'reason' : 'halt'}),
        !ended && button(event.messages.length ? 'Change the message …' : 'Message …', say, '',
            {'data-key': 'message'}),
        event.settings.start === 'manual' && !event.drawnAt && !ended
            && button('Draw …', draw, 'main', {'data-key': 'draw'}));
    fill(speaking, event.messages.map(({text, lang, at}) => el('div', {class: 'spoken'},
        el('p', {lang, dir: 'auto'}, text),
        el('p', {class: 'soft'}, `Message in ${lang}, since ${format.clock(at)} `,
            button('Take away', () => silence(lang), 'quiet')))));
    fill(last.querySelector('.actions'),
        !ended && button('Close …', close, 'danger'),
        context.may('admin') && button('Reset …', reset, 'danger'));
    last.hidden = ended && !context.may('admin');
    const again = keep && row.querySelector(`[data-key="${keep}"]`);
    if (again) {
      again.focus();
    }
  }

  return {node, update};
}
