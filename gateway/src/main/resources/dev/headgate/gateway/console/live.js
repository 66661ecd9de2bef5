/* One event in its biggest hour: what happens, which limit binds and why, and the dials. */
import * as api from './api.js';
import {actions} from './actions.js';
import {Changes, words} from './changes.js';
import {charts, sampleOf} from './charts.js';
import {dials, dialsToRead} from './dials.js';
import {el, fill, note, write} from './dom.js';
import {next} from './events.js';
import * as format from './format.js';
import {sessions} from './sessions.js';
import {listen} from './stream.js';

/** The stream has the figures; phase, words and version are asked for beside it. */
const LOOK_MILLIS = 1500;

/** A limit that binds for a moment, such as where few come, is nothing to be told aloud. */
const STEADY_MILLIS = 3000;

/** How many looks after a change the trail is read. */
const READS = 5;

/** A look that failed now and then is not worth a word. */
const UNSEEN_MILLIS = 6000;

export async function show(root, context) {
  const stop = new AbortController();
  const {body: first} = await api.get(api.eventPath(context.event), {signal: stop.signal});
  const view = new LiveView(root, context, first, stop.signal);
  view.begin();
  return () => {
    stop.abort();
    view.end();
  };
}

class LiveView {
  constructor(root, context, event, signal) {
    this.context = context;
    this.event = event;
    this.signal = signal;
    this.live = event.live;
    this.limit = null;
    this.seenAt = Date.now();
    this.reads = 0;
    this.ownChanges = 0;
    this.lost = null;
    this.changes = new Changes(context.event);
    const changed = (body, saying) => this.changed(body, saying);
    this.dials = context.may('operator') ? dials(context, this.changes, changed) : dialsToRead();
    this.actions = context.may('operator') ? actions(context, changed) : null;
    this.charts = charts();
    this.figures = new Figures();
    this.head = el('h1', {dir: 'auto'});
    this.phase = el('span', {class: 'phase'});
    this.when = el('span', {class: 'soft'});
    this.news = el('div', {class: 'news'});
    this.limitText = el('p', {class: 'limit'});
    this.warnings = el('div');
    this.paused = el('div');
    this.lately = el('div');
    this.other = el('div');
    const lately = el('section', {class: 'panel', 'aria-labelledby': 'lately'},
        el('h2', {id: 'lately'}, 'Lately'), this.lately);
    this.measured = el('div', {class: 'measured'}, this.limitText, this.warnings,
        this.figures.node);
    this.state = el('p', {class: 'state'}, this.phase, ' ', this.when);
    fill(root, this.head, this.state, this.news, this.other, this.paused,
        // In this order on a phone: how it is, what can be done, and how it came to be.
        el('div', {class: 'event'}, this.measured,
            el('div', {class: 'controls'}, this.dials.node, this.actions && this.actions.node,
                lately),
            el('div', {class: 'hour'}, this.charts.node,
                sessions(context, () => this.live.lanes).node)));
  }

  begin() {
    this.take(this.event);
    this.takeFigures(this.event.live, Date.parse(this.event.serverTime));
    void this.readHistory();
    void this.readChanges();
    this.hangUp = listen(this.context.event, {
      figures: (live, at) => this.takeFigures(live, at),
      history: (samples) => this.charts.add(samples),
      lost: (why, since, failure) => this.lose(why, since, failure),
      found: () => this.find(),
      gone: (failure) => this.lose('gone', null, failure)});
    this.timer = setInterval(() => void this.look(), LOOK_MILLIS);
  }

  end() {
    clearInterval(this.timer);
    this.hangUp();
    this.dials.stop();
    this.charts.stop();
  }

  async readHistory() {
    try {
      const {body} = await api.get(api.eventPath(this.context.event, 'history'),
          {signal: this.signal});
      this.charts.add(body.samples, body.everySeconds);
    } catch (failure) {
      // The charts begin with what the stream brings.
    }
  }

  async look() {
    if (this.looking) {
      return;
    }
    this.looking = true;
    const changes = this.ownChanges;
    try {
      const {body} = await api.get(api.eventPath(this.context.event), {signal: this.signal});
      this.seenAt = Date.now();
      // Whatever was asked before a change of one's own was answered must not undo it here. Times
      // do not tell: another store's clock may be behind.
      if (changes === this.ownChanges) {
        // A change shows a moment before the trail has it, so the trail is read some times.
        this.reads = told(body) === told(this.event) ? this.reads - 1 : READS;
        if (this.reads > 0) {
          await this.readChanges();
        }
        this.take(body);
      }
    } catch (failure) {
      // The stream says whether there is news; a look more or less does not matter.
      this.drawNews();
    } finally {
      this.looking = false;
    }
  }

  async readChanges() {
    try {
      const fresh = await this.changes.read(this.event.serverTime, this.signal);
      const others = fresh.filter((entry) => entry.who !== this.context.session.name
          && Date.parse(entry.at) > Date.parse(this.openedAt || entry.at));
      this.openedAt = this.openedAt || this.event.serverTime;
      this.changes.draw(this.lately);
      this.dials.refresh();
      if (others.length > 0) {
        const last = others[others.length - 1];
        const text = `${last.who} at ${format.clock(last.at)}: ${words(last)}`;
        fill(this.other, el('p', {class: 'note', dir: 'auto'}, text));
        this.context.announce(text);
      }
    } catch (failure) {
      if (this.changes.entries.length === 0) {
        fill(this.lately, el('p', {class: 'soft'}, 'Not known now.'));
      }
    }
  }

  /** An own change was answered with the event as it is since. */
  changed(body, saying) {
    this.ownChanges += 1;
    this.take(body);
    void this.readChanges();
    if (saying) {
      this.context.announce(saying);
    }
  }

  take(event) {
    const before = this.event;
    this.event = event;
    this.context.title(event.settings.title);
    write(this.head, event.settings.title);
    write(this.phase, format.phase(event));
    this.phase.className = `phase ${event.phase}`;
    write(this.when, next(event));
    if (format.phase(before) !== format.phase(event)) {
      this.context.announce(`${event.settings.title}: ${format.phase(event)}.`);
    }
    this.dials.update(event);
    if (this.actions) {
      this.actions.update(event);
    }
    this.drawPaused();
    this.drawNews();
    this.figures.draw(this.live, event);
  }

  drawPaused() {
    const reasons = format.isPaused(this.event) ? this.event.pauseReasons || [] : [];
    const state = JSON.stringify(reasons);
    if (state !== this.drawnReasons) {
      this.drawnReasons = state;
      fill(this.paused, reasons.map(({text, lang}) => el('p', {class: 'note warn'},
          lang ? `Fans are told (${lang}): ` : 'Fans are told: ',
          el('span', {lang, dir: 'auto'}, text))));
    }
  }

  takeFigures(live, at) {
    this.live = live;
    this.newsAt = at;
    write(this.limitText, limitSentence(live.limit));
    this.hearLimit(live.limit, at);
    const warnings = JSON.stringify(live.warnings);
    if (warnings !== this.drawnWarnings) {
      this.drawnWarnings = warnings;
      fill(this.warnings, live.warnings.map((warning) => note(warning, 'warn')));
    }
    this.figures.draw(live, this.event);
    this.drawNews(); // A look may be under way that nobody answers.
    this.charts.tip(sampleOf(live, this.event.settings.dials, at));
  }

  hearLimit(limit, at) {
    const kind = String(limit).split(':')[0];
    if (this.limit === null || kind !== this.limit.kind) {
      this.limit = {kind, since: at, told: this.limit === null};
      this.toldLimit = this.toldLimit || kind;
    } else if (!this.limit.told && at - this.limit.since >= STEADY_MILLIS) {
      this.limit.told = true;
      if (kind !== this.toldLimit) {
        this.toldLimit = kind;
        this.context.announce(limitSentence(limit));
      }
    }
  }

  lose(why, since, failure) {
    this.lost = {why, since: since || this.newsAt, failure};
    this.drawNews();
    this.context.announce(this.newsText());
  }

  find() {
    this.lost = null;
    this.drawNews();
    this.context.announce('The figures move again.');
    void this.look();
  }

  newsText() {
    if (this.lost) {
      const since = `No news since ${format.clock(this.lost.since)}. `;
      const why = {
        store: 'The store does not answer. Places are kept, nobody new is let in; it is tried again.',
        gateway: 'The gateway does not answer. It is tried again.',
        silent: 'The stream is silent.',
        refused: this.lost.failure && `${api.said(this.lost.failure)} It is tried again.`,
        gone: this.lost.failure && api.said(this.lost.failure)};
      return since + why[this.lost.why];
    }
    if (Date.now() - this.seenAt > UNSEEN_MILLIS) {
      return `Figures come, but phase and dials are those of ${format.clock(this.seenAt)}: `
          + 'the gateway does not answer for them.';
    }
    return this.event.restoring
      ? 'The store is coming back. Places are kept, nobody new is let in, and figures are the last known.'
      : '';
  }

  drawNews() {
    const text = this.newsText();
    if (text !== this.drawnNews) {
      this.drawnNews = text;
      fill(this.news, text && el('p', {class: 'note bad'}, text));
      this.measured.classList.toggle('stale', text !== '');
      this.state.classList.toggle('stale', text !== '');
    }
  }
}

/** What of an event changes only when somebody changes it, or when its time has come. */
function told(event) {
  return JSON.stringify([event.version, event.epoch, format.phase(event), event.messages,
    event.pauseReasons, event.closesAt, event.drawnAt]);
}

/** The figures by what they are about, each node written only where it changes. */
class Figures {
  constructor() {
    this.cells = new Map();
    this.lanes = el('div');
    const card = (title, ...rows) => el('section', {class: 'panel card'}, el('h2', {}, title),
        el('dl', {}, rows.map(([key, name, bar]) => this.row(key, name, bar))));
    this.node = el('div', {},
        el('div', {class: 'cards'},
            card('In the queue', ['waiting', 'Waiting'], ['present', 'Seen lately'],
                ['joins', 'Arrivals a second'], ['called', 'Called, not come yet'],
                ['door', 'At the door']),
            card('Let in', ['admitted', 'In the last minute', true],
                ['effective', 'The rate allows'], ['active', 'Inside', true],
                ['noShow', 'No-shows'], ['estimate', 'Who joins now is told']),
            card('Backend', ['p95', '95 in 100 holds within'], ['errors', 'Errors'],
                ['pool', 'Connections in use', true]),
            card('Seats', ['free', 'Free'], ['pending', 'Held or being paid for'])),
        this.lanes);
  }

  row(key, name, bar) {
    const value = el('dd', {'data-figure': key});
    const fillOf = bar ? el('span', {class: 'fill'}) : null;
    this.cells.set(key, {value, fillOf});
    return el('div', {}, el('dt', {}, name), value,
        bar && el('div', {class: 'meter', 'aria-hidden': 'true'}, fillOf));
  }

  set(key, text, part = null) {
    const {value, fillOf} = this.cells.get(key);
    write(value, text);
    if (fillOf) {
      fillOf.style.width = `${Math.min(100, Math.max(0, (part || 0) * 100))}%`;
    }
  }

  draw(live, event) {
    const dial = event.settings.dials;
    const backend = live.backend || {};
    const left = live.remaining || {};
    this.set('waiting', format.count(live.waiting));
    this.set('present', format.count(live.present));
    this.set('joins', format.decimal(live.joinsPerSecond));
    this.set('called', format.count(live.called));
    this.set('door', format.count(live.door));
    this.set('admitted', `${format.count(live.admittedLastMinute)} of ${
      format.count(dial.newUsersPerMinute)}`, live.admittedLastMinute / dial.newUsersPerMinute);
    this.set('effective', `${format.count(live.effectivePerMinute)} a minute`);
    this.set('active', `${format.count(live.active)} of ${format.count(dial.totalActiveUsers)}`,
        live.active / dial.totalActiveUsers);
    this.set('noShow', format.share(live.noShowShare));
    this.set('estimate', estimate(live.estimate));
    this.set('p95', format.millis(backend.p95Millis));
    this.set('errors', format.share(backend.errorShare));
    this.set('pool', format.share(backend.poolInUse), backend.poolInUse);
    this.set('free', format.count(left.free));
    this.set('pending', format.count(left.pending));
    this.drawLanes(live.lanes || []);
  }

  drawLanes(lanes) {
    const state = JSON.stringify(lanes);
    if (state === this.drawnLanes) {
      return;
    }
    this.drawnLanes = state;
    fill(this.lanes, lanes.length > 0 && el('section', {class: 'panel'}, el('h2', {}, 'Lanes'),
        el('div', {class: 'scroll', tabindex: '0'}, el('table', {},
            el('thead', {}, el('tr', {}, ['Lane', 'Weight', 'Arrivals', 'Waiting', 'Called up to']
                .map((text, i) => el('th', {scope: 'col', class: i ? 'number' : ''}, text)))),
            el('tbody', {}, lanes.map((lane) => el('tr', {},
                el('th', {scope: 'row', dir: 'auto'}, lane.name),
                [lane.weight, lane.arrivals, lane.waiting, lane.cutoff].map((value) =>
                  el('td', {class: 'number'}, format.count(value))))))))));
  }
}

function estimate(told) {
  if (!told) {
    return '–';
  }
  const about = format.span(told.seconds);
  return told.low === null || told.low === undefined || told.low === told.high ? about
      : `${about} (${format.span(told.low)} to ${format.span(told.high)})`;
}

const LIMITS = {
  'newUsersPerMinute': 'The dial of the rate binds: more could be let in if it were higher.',
  'totalActiveUsers: all places inside are taken':
      'The dial of those inside binds: all places are taken.',
  'nobody waits': 'Nothing binds: nobody waits.',
  'resuming': 'The queue is getting going again.',
  'paused by the operator': 'The pause binds: nobody is called or let in.',
  'newUsersPerMinute is 0': 'The dial of the rate is 0: nobody is called or let in.'};

const KINDS = {
  throttle: 'The throttle binds', stock: 'The seats bind', slowStart: 'The slow start binds',
  'sold out': 'Sold out', 'mode reject': 'The mode binds'};

/** Which limit binds, as a sentence; what is not known here is said as the gateway says it. */
function limitSentence(limit) {
  if (!limit) {
    return '';
  }
  const [, kind, why] = /^([^:]+): (.*)$/.exec(limit) || [];
  return LIMITS[limit] || (KINDS[kind] ? `${KINDS[kind]}: ${why}.` : `What binds: ${limit}.`);
}
