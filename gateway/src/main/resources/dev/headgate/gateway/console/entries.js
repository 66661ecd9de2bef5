/* Entry tickets for a lane: made once, and downloaded at once, for they are kept nowhere. */
import * as api from './api.js';
import {el, field, fill, note} from './dom.js';
import {download} from './files.js';
import * as format from './format.js';
import {instantField} from './instants.js';
import {whole} from './numbers.js';

/** A panel; null where the saved settings have no lane to make tickets for. */
export function entries(context, event) {
  const lanes = event.settings.lanes.map(({name}) => name).filter((name) => name !== 'general');
  if (lanes.length === 0) {
    return null;
  }
  const lane = field('Lane', el('select', {}, lanes.map((name) => el('option', {value: name}, name))));
  const number = field('How many', el('input', {type: 'text', inputmode: 'numeric', value: '100'}),
      '1 to 1,000 at a time.');
  const expires = instantField('Good until', 'Empty: as long as the event.');
  const trouble = el('div', {role: 'status'});
  const make = el('button', {type: 'submit'}, 'Make and download');

  async function send(submit) {
    submit.preventDefault();
    [lane, number, expires].forEach((one) => one.wrong(null));
    fill(trouble);
    make.disabled = true;
    try {
      const count = number.input.value.trim();
      const wanted = {lane: lane.input.value, expiresAt: expires.get(), count: whole(count) ?? count};
      // Asked first: without the address the tickets would be made for nobody.
      const draw = await api.get(api.eventPath(context.event, 'draw'));
      const {body} = await api.post(api.eventPath(context.event, 'entries'), wanted);
      const page = `${new URL(draw.body.url).origin}/queue/${context.event}?entry=`;
      download(`${context.event}-${body.lane}-entries.txt`, 'text/plain',
          body.entries.map((ticket) => `${page}${ticket}\n`).join(''));
      fill(trouble, note(`${format.count(body.entries.length)} tickets for ${body.lane} were made ${
        ''}and downloaded, a link on each line. They are kept nowhere else.`, 'good'));
    } catch (failure) {
      refused(failure);
    } finally {
      make.disabled = false;
    }
  }

  function refused(failure) {
    const fields = {lane, count: number, expiresAt: expires};
    const known = (failure.errors || []).filter(({field: name}) => fields[name]);
    known.forEach(({field: name, detail}) => fields[name].wrong(detail));
    if (known.length === 0) {
      fill(trouble, note(api.said(failure)));
    } else {
      fields[known[0].field].input.focus();
    }
  }

  return el('form', {class: 'panel', novalidate: true, 'aria-labelledby': 'entries',
    on: {submit: send}},
  el('h2', {id: 'entries'}, 'Entry tickets'),
  el('p', {class: 'hint'}, 'Whoever opens one of these links joins the lane. Give each to one ',
      'person. Settle the lanes first: a ticket carries its lane’s number.'),
  lane.node, number.node, expires.node, trouble, el('div', {class: 'actions'}, make));
}
