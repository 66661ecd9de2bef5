/* What an operator does to an event beside turning its dials; each asked once, none by a slip. */
import * as api from './api.js';
import {button, confirm, dialog, el, field, fill, note, redraw} from './dom.js';
import * as format from './format.js';
import {instantField} from './instants.js';
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
  const heading = el('h2', {id: 'actions', tabindex: '-1'}, 'Actions');
  const node = el('section', {class: 'panel', 'aria-labelledby': 'actions'},
      heading, row, speaking, trouble, last);
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

  /**
   * What somebody else did while a dialog was open is shown once before it is gone over. `of` says
   * in words what the dialog is about, as the event is.
   */
  function seenFirst(of) {
    let seen = of(now);
    return async () => {
      const {body} = await api.get(path());
      changed(body, null);
      if (of(body) === seen) {
        return;
      }
      seen = of(body);
      throw new Error(`Not done: somebody was faster. By now: ${seen} Send it again to go over that.`);
    };
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
    const look = seenFirst((event) => !format.isPaused(event) ? 'it is not paused.'
        : `it is paused, ${inWords('and fans are told', event.pauseReasons)}`);
    const again = format.isPaused(now);
    await inDialog(again ? 'Change the reason' : 'Pause', [
      el('p', {}, 'Nobody is called or let in while paused. Places are kept and turns stand still. ',
          'Fans see the reason; without one they see only that the queue is paused.'),
      editor.node, why.node], again ? 'Change it' : 'Pause', async () => {
      if (!editor.check()) {
        return false;
      }
      await look();
      const reasons = editor.values();
      const {body} = await api.post(path('pause'), reasons.length > 0 ? {reasons} : {},
          {why: why.input.value});
      changed(body, again ? 'The reason is changed.' : 'The event is paused.');
      return true;
    }, again ? 'main' : 'danger');
  }

  async function say() {
    const start = now.messages.map(({text, lang}) => ({text, lang}));
    const editor = texts({templates: MESSAGES, most: 1000, start, optional: start.length > 0,
      preview: card(null, null)});
    const why = whyField();
    const look = seenFirst((event) => inWords('fans are told', event.messages));
    await inDialog('Message to everyone who waits', [
      el('p', {}, 'Shown above the place of each fan, in their language where there is one, ',
          'else in the first that was written.'),
      editor.node, why.node], 'Show it', async () => {
      if (!editor.check()) {
        return false;
      }
      await look();
      await sayAll(editor.values(), why.input.value);
      return true;
    });
  }

  /** Each language that is new or other, and then away with those that are no longer among them. */
  async function sayAll(wanted, why) {
    const same = (one) => ({lang}) => lang.toLowerCase() === one.lang.toLowerCase();
    for (const words of wanted) {
      const known = now.messages.find(same(words));
      if (!known || known.text !== words.text) {
        const {body} = await api.put(path('message'), words, {why});
        changed(body, 'Fans see the message.');
      }
    }
    for (const {lang} of now.messages.filter((one) => !wanted.some(same(one)))) {
      const {body} = await api.remove(path('message'), {query: {lang}, why});
      changed(body, `The message in ${lang} is taken away.`);
    }
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
    const fixed = !['manual', 'always'].includes(now.settings.start);
    const start = instantField('New start', 'Empty: it stays as it is.');
    const look = seenFirst(({epoch}) => `it was reset, and is in the life ${epoch}, begun at ${
      format.clock(epoch)}.`);
    const done = typed('Reset the event', [el('p', {},
        `Every place, session and figure is gone: ${format.count(now.live.arrivals)} places, `,
        `${format.count(now.live.active)} sessions. There will be another draw. The old life stays `,
        'listed in the public draw document.'), fixed && start.node], 'Reset it',
    async (why) => {
      start.wrong(null);
      await look();
      const body = {confirm: context.event};
      if (start.get() !== null) {
        body.start = start.get();
      }
      const answer = await api.post(path('reset'), body, {why}).catch((failure) => {
        const wrong = (failure.errors || []).find(({field: name}) => name === 'start');
        start.wrong(wrong ? wrong.detail : null);
        throw failure;
      });
      changed(answer.body, 'The event is reset.');
    });
    return done.finally(start.stop);
  }

  function update(event) {
    now = event;
    const state = JSON.stringify([event.phase, format.isPaused(event), event.settings.start,
      event.drawnAt, event.messages, event.pauseReasons]);
    if (state === drawnFor) {
      return;
    }
    drawnFor = state;
    redraw(heading, () => drawButtons(event));
  }

  function drawButtons(event) {
    const paused = format.isPaused(event);
    const ended = event.phase === 'ended';
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
            button('Take away', () => silence(lang), 'quiet', {'data-key': `silence-${lang}`,
              'aria-label': `Take away the message in ${lang}`})))));
    fill(last.querySelector('.actions'),
        !ended && button('Close …', close, 'danger', {'data-key': 'close'}),
        context.may('admin') && button('Reset …', reset, 'danger', {'data-key': 'reset'}));
    last.hidden = ended && !context.may('admin');
  }

  return {node, update};
}

/** Texts in the languages there are, as one sentence. */
function inWords(head, texts) {
  return texts.length === 0 ? `${head} nothing.`
      : `${head} ${texts.map(({text, lang}) => `“${text}”${lang ? ` (${lang})` : ''}`).join(', ')}.`;
}
