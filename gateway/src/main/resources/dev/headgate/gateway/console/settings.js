/* Set-up: makes an event, changes one, or makes one like another. */
import * as api from './api.js';
import {resolveConflict} from './conflict.js';
import {button, confirm, dialog, el, field, fill, note} from './dom.js';
import {entries} from './entries.js';
import {labelOf, settingsForm, worded} from './form.js';
import * as format from './format.js';
import {previews} from './previews.js';
import {reach} from './reach.js';

const DRY_RUN_MILLIS = 500;
const DEFAULTS = {title: '', mode: 'random-then-fifo', start: '', opensAt: null, closesAt: null,
  roundLength: 'PT1M',
  dials: {newUsersPerMinute: '', totalActiveUsers: '', sessionDuration: 'PT10M', maxSession: 'PT30M',
    turnWindow: 'PT5M', throttle: 'off'},
  slowStart: null,
  throttling: {p95Millis: 1000, errorPercent: 5, poolPercent: 90, floorPercent: 10,
    ceilingPercent: 100, stepPercent: 5},
  lanes: [], resume: null, queueStatus: 200, maxPlaces: 10000000, dpop: 'off',
  challenge: null, theme: null};

export async function show(root, context) {
  const stop = new AbortController();
  const like = context.event || context.query.get('like');
  const [choices, known] = await Promise.all([
    api.get('/api/preview', {signal: stop.signal}),
    like ? api.get(api.eventPath(like), {signal: stop.signal}) : null]);
  const view = new SetUp(root, context, choices.body, known);
  return () => {
    stop.abort();
    view.end();
  };
}

class SetUp {
  constructor(root, context, choices, known) {
    this.context = context;
    this.isNew = !context.event;
    this.etag = this.isNew || !known ? null : known.etag;
    this.event = known ? known.body : null;
    this.form = settingsForm(choices);
    this.touched = new Set();
    this.asked = false;
    this.idInput = el('input', {type: 'text', autocomplete: 'off', autocapitalize: 'off',
      spellcheck: 'false', maxlength: 63});
    this.id = field('Id', this.idInput, 'Part of every address: a-z, 0-9 and single hyphens. It cannot be changed.');
    this.why = field('Why', el('input', {type: 'text', maxlength: 300, autocomplete: 'off'}),
        'For the audit trail. May be left out.');
    this.trouble = el('div');
    this.told = el('div', {role: 'status'});
    this.warnings = el('div', {'aria-live': 'polite'});
    this.previews = previews(choices, () => this.form.get());
    this.reach = reach(() => ({event: this.isNew ? this.idInput.value.trim() : context.event,
      resume: this.form.get().resume}));
    this.form.set(this.beginning());
    this.base = this.form.get();
    this.prefill();
    this.draw(root);
    context.guard(() => this.isDirty());
    this.previews.refresh();
    this.reach.look();
    if (this.isDirty()) {
      this.tryLater();
    }
  }

  beginning() {
    return {...DEFAULTS, ...(this.event ? this.event.settings : {})};
  }

  /** Dials that the sizing advisor recommends come in the address. */
  prefill() {
    const settings = this.form.get();
    for (const name of ['newUsersPerMinute', 'totalActiveUsers']) {
      const value = Number(this.context.query.get(name));
      if (Number.isInteger(value) && value > 0) {
        settings.dials[name] = value;
        this.touched.add(`dials.${name}`);
      }
    }
    this.form.set(settings);
  }

  draw(root) {
    const may = this.context.may('admin');
    this.context.title(this.isNew ? 'New event' : `Settings of ${this.context.event}`);
    const fields = el('fieldset', {class: 'bare', disabled: !may},
        this.isNew && this.id.node, this.form.node, may && this.why.node);
    this.save = el('button', {type: 'submit', class: 'main'},
        this.isNew ? 'Create the event' : 'Save the settings');
    const form = el('form', {novalidate: true, on: {
      submit: (event) => {
        event.preventDefault();
        void this.submit();
      },
      input: (event) => this.typed(event.target),
      change: (event) => this.typed(event.target)}},
    this.trouble, fields, this.warnings, this.told,
    may && el('div', {class: 'actions'}, this.save,
        !this.isNew && el('a', {class: 'button', href: `#/new?like=${this.context.event}`},
            'Make one like it'),
        el('a', {class: 'button', href: '#/sizing'}, 'How large?')));
    fill(root,
        el('h1', {}, this.isNew ? 'New event' : 'Settings'),
        el('p', {class: 'soft'}, this.isNew
            ? 'This makes the queue. The event in the shop, its seats and prices, comes from the shop’s configuration and has the same id.'
            : 'Of the queue. What the shop sells comes from the shop’s configuration.'),
        !may && el('p', {class: 'note'}, 'Only an admin changes settings. You can read them here.'),
        el('div', {class: 'columns beside'}, form, el('div', {}, this.previews.node)),
        this.reach.node,
        !this.isNew && may && entries(this.context, this.event));
  }

  isDirty() {
    return this.context.may('admin') && (JSON.stringify(this.form.get()) !== JSON.stringify(this.base)
        || (this.isNew && this.idInput.value !== ''));
  }

  typed(target) {
    const name = target === this.idInput ? 'event' : this.form.nameOf(target);
    if (name) {
      this.touched.add(name);
    }
    this.previews.refresh();
    this.reach.refresh();
    this.tryLater();
  }

  tryLater() {
    clearTimeout(this.timer);
    fill(this.told);
    if (this.context.may('admin')) {
      this.timer = setTimeout(() => void this.dryRun(), DRY_RUN_MILLIS);
    }
  }

  end() {
    clearTimeout(this.timer);
    this.form.stop();
    this.previews.stop();
    this.reach.stop();
  }

  /** An event without an id is asked for under what is none, and told so beside all else. */
  path() {
    return api.eventPath(this.isNew ? this.idInput.value.trim() || '-' : this.context.event);
  }

  options(more = {}) {
    return this.isNew ? {headers: {'If-None-Match': '*'}, ...more} : {etag: this.etag, ...more};
  }

  /** What would come of it, as one types: only fields that were touched are marked. */
  async dryRun() {
    const turn = this.turn = (this.turn || 0) + 1;
    try {
      const {body} = await api.put(this.path(), this.form.get(),
          this.options({query: {dryRun: 'true'}}));
      if (turn === this.turn) {
        this.mark([]);
        fill(this.warnings, body.warnings.map((text) => el('p', {class: 'note warn'}, text)));
      }
    } catch (failure) {
      if (turn === this.turn) {
        this.foundWrong(failure);
      }
    }
  }

  foundWrong(failure) {
    fill(this.warnings);
    if (failure.code === 'invalid-settings') {
      this.mark(failure.errors);
    } else if (failure.code === 'stale-version') {
      fill(this.warnings, el('p', {class: 'note warn'}, 'Somebody has changed the settings since ',
          'you opened them. Saving will show you both.'));
    } else if (failure.status === 409 || failure.code === 'exists') {
      fill(this.warnings, el('p', {class: 'note warn'}, api.said(failure)));
    }
    // That a store is away is said when it matters: at saving.
  }

  /** Marks fields, all of them once somebody has tried to save. Returns all errors with a field. */
  mark(errors) {
    const shown = (name) => this.asked || this.touched.has(name)
        || this.touched.has(name.replace(/[[.].*$/, ''));
    const id = errors.find(({field: name}) => name === 'event');
    this.id.wrong(id && shown('event') ? id.detail : null);
    return this.form.mark(errors.filter((one) => one !== id), shown);
  }

  async submit() {
    clearTimeout(this.timer);
    this.turn = (this.turn || 0) + 1;
    this.asked = true;
    fill(this.trouble);
    fill(this.told);
    this.save.disabled = true;
    const sent = this.form.get();
    try {
      if (!this.opensAgain(sent) || await this.sureToOpen(sent)) {
        const {body, etag} = await api.put(this.path(), sent,
            this.options({why: this.why.input.value}));
        this.saved(body, etag, sent);
      }
    } catch (failure) {
      await this.refused(failure);
    } finally {
      this.save.disabled = false;
    }
  }

  /** Settings say when an event ends: saved after a close, they open it again. */
  opensAgain({closesAt}) {
    return !this.isNew && this.event.phase === 'ended'
        && !(Date.parse(String(closesAt).replace(/\[.*/, '')) <= api.now());
  }

  sureToOpen({closesAt}) {
    return confirm('Open the event again', el('p', {},
        `The event ended at ${format.day(this.event.closesAt)}. These settings say that it ${
          closesAt ? 'ends later' : 'never ends'}. Saved, they open it again: fans join and are let in.`),
    'Save and open it again', 'danger');
  }

  saved(body, etag, sent) {
    this.event = body;
    this.etag = etag;
    this.touched.clear();
    this.asked = false;
    this.mark([]);
    this.why.input.value = '';
    if (this.isNew) {
      this.context.guard(() => false);
      this.context.announce('The event is created.');
      location.hash = `#/e/${body.event}/settings`;
      return;
    }
    // What was typed while the answer was on its way is not saved, and stays.
    const typed = this.form.get();
    this.form.set(body.settings);
    this.base = this.form.get();
    const more = JSON.stringify(typed) !== JSON.stringify(sent);
    if (more) {
      this.form.set(typed);
    }
    fill(this.told, more
        ? note('The settings are saved as they were when you pressed the button; what you typed since is not.', 'warn')
        : note('The settings are saved. They hold on every gateway.', 'good'));
    this.reach.look();
  }

  async refused(failure) {
    if (failure.code === 'invalid-settings') {
      this.showErrors(failure.errors);
    } else if (failure.code === 'stale-version' && !this.isNew) {
      await this.resolve();
    } else if (failure.code === 'exists' || (this.isNew && failure.code === 'stale-version')) {
      this.showErrors([{field: 'event', detail: 'There is an event of this id already.'}]);
    } else {
      fill(this.trouble, note(api.said(failure)));
      this.trouble.scrollIntoView({block: 'nearest'});
    }
  }

  showErrors(errors) {
    this.mark(errors);
    const focus = (name) => name === 'event' ? this.idInput.focus() : this.form.focus(name);
    fill(this.trouble, el('div', {class: 'note bad', role: 'alert'},
        el('p', {}, errors.length === 1 ? 'One field is wrong. Nothing was saved.'
            : `${errors.length} fields are wrong. Nothing was saved.`),
        el('ul', {}, errors.map(({field: name, detail}) => el('li', {},
            button(labelOf(name), () => focus(name), 'quiet link'), ` ${worded(detail)}`)))));
    if (errors.length > 0) {
      focus(errors[0].field);
    }
  }

  /** Somebody was faster: both are shown, field by field, and what is chosen is saved next. */
  async resolve() {
    const [theirs, who] = await Promise.all([api.get(api.eventPath(this.context.event)),
      lastChange(this.context.event)]);
    const chosen = await dialog('Somebody changed the settings before you', (close) =>
      resolveConflict({before: this.base, theirs: normal(this.form, theirs.body.settings),
        yours: this.form.get()}, who, close));
    if (!chosen) {
      return;
    }
    this.etag = theirs.etag;
    this.event = theirs.body;
    this.form.set(theirs.body.settings);
    this.base = this.form.get();
    this.form.set(chosen);
    this.previews.refresh();
    this.tryLater();
    fill(this.told, note('Both are put together, as chosen. Look at it, and save.', 'warn'));
    this.save.focus();
  }
}

/** Settings as the form would give them back, so that equal things look equal. */
function normal(form, settings) {
  const typed = form.get();
  form.set(settings);
  const same = form.get();
  form.set(typed);
  return same;
}

/** Who changed the version last; null where that is not known. A close does, and no setting. */
async function lastChange(event) {
  try {
    const all = await api.allOf(api.eventPath(event, 'audit'), 'entries', {query: {limit: 1000}});
    return all.filter(({change}) => ['create', 'settings', 'dials', 'reset', 'close'].includes(change)).pop()
        || null;
  } catch (failure) {
    return null;
  }
}
