/* Charts of the last hour: from the gateway's history, then from the stream as it comes. */
import uPlot from './uplot.js';
import {el, fill, write} from './dom.js';
import * as format from './format.js';

const HOUR = 3600;
const HEIGHT = 170;
const ROWS_EVERY = 300;

/** Each line has a dash of its own: colour alone tells nothing to who does not see it. */
const CHARTS = [
  {title: 'In the queue', unit: '', format: format.count, lines: [
    ['waiting', 'waiting'], ['present', 'seen lately']]},
  {title: 'Let in a minute', unit: 'a minute', format: format.count, lines: [
    ['admittedLastMinute', 'let in'], ['effectivePerMinute', 'may be let in'],
    ['newUsersPerMinute', 'dial']]},
  {title: 'Inside', unit: '', format: format.count, lines: [
    ['active', 'inside'], ['totalActiveUsers', 'dial']]},
  {title: 'Arrivals a second', unit: 'a second', format: format.decimal, lines: [
    ['joinsPerSecond', 'arrivals']]},
  {title: 'Backend: 95 in 100 holds within', unit: 'ms', format: format.millis, lines: [
    ['p95Millis', 'p95']]},
  {title: 'Shares', unit: '', format: format.share, lines: [
    ['errorShare', 'errors'], ['noShowShare', 'no-shows']]}];

const DASHES = [[], [6, 4], [2, 3]];

/** charts.node; add(samples) of the history; tip(sample) the newest figures; stop() ends them. */
export function charts() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const grid = el('div', {class: 'charts'});
  const rows = el('tbody');
  const table = el('details', {}, el('summary', {}, 'The same as a table'),
      el('div', {class: 'scroll', tabindex: '0'}, el('table', {},
          el('caption', {}, 'Every five minutes of the last hour, the newest first'),
          el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Time'),
              CHARTS.flatMap((chart) => chart.lines.map(([, name]) =>
                el('th', {scope: 'col', class: 'number'},
                    CHARTS.filter((one) => one.lines.some(([, other]) => other === name)).length > 1
                      ? `${chart.title}: ${name}` : name))))),
          rows)));
  table.addEventListener('toggle', drawTable);
  const unknown = el('p', {class: 'soft', hidden: true});
  const node = el('section', {class: 'panel', 'aria-labelledby': 'charts'},
      el('h2', {id: 'charts'}, 'The last hour'), unknown, grid, table);
  let samples = [];
  let before = []; // The last that is older than the hour, from which a gap may reach into it.
  let everySeconds = 10;
  let drawn = [];

  function build() {
    drawn.forEach(({plot}) => plot.destroy());
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    drawn = CHARTS.map((chart) => one(chart, colour));
    fill(grid, drawn.map((each) => each.figure));
    size();
    draw();
  }

  function one(chart, colour) {
    const summary = el('p', {class: 'soft summary'});
    const holder = el('div', {'aria-hidden': 'true'});
    const figure = el('figure', {class: 'chart'},
        el('figcaption', {}, chart.title), holder, summary);
    const axis = {stroke: colour('--soft'), grid: {stroke: colour('--edge'), width: 1},
      ticks: {stroke: colour('--edge'), width: 1}, font: '12px system-ui'};
    const plot = new uPlot({
      width: 320, height: HEIGHT,
      // One cursor for all: what was when the rate fell is seen at one glance.
      cursor: {sync: {key: 'headgate'}, drag: {x: false, y: false}, y: false},
      legend: {live: true, markers: {width: 3, fill: () => null,
        dash: (self, i) => ['', 'solid', 'dashed', 'dotted'][i]}},
      scales: {x: {time: true, range: (self, first, last) => stretch(first, last)}, y: {range: (self, low, high) => [0, (high || 1) * 1.08]}},
      axes: [{...axis, values: (self, splits) => splits.map((at) => format.clock(at * 1000)
          .slice(0, 5))},
      {...axis, size: 58, values: (self, splits) => splits.map(short(chart))}],
      series: [{value: (self, at) => at === null ? '–' : format.clock(at * 1000)},
        ...chart.lines.map(([, label], i) => ({label, width: 2, dash: DASHES[i],
          stroke: colour(['--water', '--ink', '--warn'][i]), points: {show: false},
          value: (self, value) => chart.format(value)}))],
    }, [[], ...chart.lines.map(() => [])], holder);
    return {chart, plot, summary, figure, holder};
  }

  function size() {
    for (const {plot, figure} of drawn) {
      const width = Math.floor(figure.clientWidth);
      if (width > 0 && width !== plot.width) {
        plot.setSize({width, height: HEIGHT});
      }
    }
  }

  function draw() {
    if (document.hidden) {
      return; // The next figures that somebody can see draw everything.
    }
    const rowsWithGaps = gaps(samples, everySeconds * 2.5);
    const xs = rowsWithGaps.map((sample) => Math.round(Date.parse(sample.at) / 1000));
    for (const {chart, plot, summary} of drawn) {
      plot.setData([xs, ...chart.lines.map(([name]) =>
        rowsWithGaps.map((sample) => sample[name] ?? null))]);
      write(summary, told(chart, samples));
    }
    drawTable();
  }

  function drawTable() {
    if (table.open) {
      fill(rows, spaced(samples).map((sample) => el('tr', {},
          el('th', {scope: 'row'}, format.clock(sample.at)),
          CHARTS.flatMap((chart) => chart.lines.map(([name]) =>
            el('td', {class: 'number'}, chart.format(sample[name])))))));
    }
  }

  function add(more, every = everySeconds) {
    everySeconds = every;
    const byTime = new Map([...samples, ...more].map((sample) => [sample.at, sample]));
    samples = [...byTime.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const newest = samples.length ? Date.parse(samples[samples.length - 1].at) : 0;
    const old = (sample) => newest - Date.parse(sample.at) > HOUR * 1000;
    before = [...before, ...samples.filter(old)].filter(isKnown).slice(-1);
    samples = samples.filter((sample) => !old(sample));
    write(unknown, format.unknownSaid(format.unknownTimes([...before, ...samples], everySeconds)));
    unknown.hidden = unknown.textContent === '';
    draw();
  }

  let tipAt = 0;
  function tip(sample) {
    const at = Date.parse(sample.at);
    // One a step of the history is kept, and the newest moves until its step is over.
    if (samples.length && samples[samples.length - 1].tip && at - tipAt < everySeconds * 1000) {
      samples.pop();
    } else {
      tipAt = at;
    }
    add([{...sample, tip: true}]);
  }

  build();
  dark.addEventListener('change', build);
  const watch = new ResizeObserver(size);
  watch.observe(grid);
  return {node, add, tip, stop() {
    dark.removeEventListener('change', build);
    watch.disconnect();
    drawn.forEach(({plot}) => plot.destroy());
  }};
}

/** What the event's figures are as a sample of the history. */
export function sampleOf(live, dials, atMillis) {
  const {backend, remaining} = live;
  return {...live, newUsersPerMinute: dials.newUsersPerMinute,
    totalActiveUsers: dials.totalActiveUsers, at: new Date(atMillis).toISOString(),
    p95Millis: backend ? backend.p95Millis : null, errorShare: backend ? backend.errorShare : null,
    free: remaining ? remaining.free : null, pending: remaining ? remaining.pending : null};
}

/** From the first sample on, and five minutes at least, so that few samples have a scale, too. */
function stretch(first, last) {
  const end = last ?? Date.now() / 1000;
  return [Math.min(first ?? end, end - 300), end];
}

const isKnown = (sample) => sample.waiting !== null && sample.waiting !== undefined;

/** Where nothing was measured, nothing is drawn. */
function gaps(samples, mostSeconds) {
  const all = [];
  for (const sample of samples) {
    const before = all[all.length - 1];
    if (before && Date.parse(sample.at) - Date.parse(before.at) > mostSeconds * 1000) {
      all.push({at: new Date(Date.parse(before.at) + 1000).toISOString()});
    }
    all.push(sample);
  }
  return all;
}

function spaced(samples) {
  const chosen = [];
  for (const sample of [...samples].reverse()) {
    const last = chosen[chosen.length - 1];
    if (!last || Date.parse(last.at) - Date.parse(sample.at) >= ROWS_EVERY * 1000) {
      chosen.push(sample);
    }
  }
  return chosen;
}

/** A chart as a sentence. What is not known of the newest sample is not told as it was before. */
export function told(chart, samples) {
  return chart.lines.map(([name, label]) => {
    const known = samples.filter((sample) => sample[name] !== null && sample[name] !== undefined);
    if (known.length === 0) {
      return `${label}: not known`;
    }
    const most = known.reduce((a, b) => b[name] > a[name] ? b : a);
    const last = samples[samples.length - 1][name] ?? null;
    return last === most[name] ? `${label} ${chart.format(last)}`
        : `${label} ${last === null ? 'not known now' : chart.format(last)}, at most ${chart.format(most[name])} at ${
          format.clock(most.at).slice(0, 5)}`;
  }).join('; ');
}

function short(chart) {
  return (value) => {
    if (chart.format === format.share) {
      return format.share(value);
    }
    if (value >= 1e6) {
      return `${format.decimal(value / 1e6)} M`;
    }
    return value >= 1e4 ? `${format.decimal(value / 1e3)} k` : format.decimal(value);
  };
}
