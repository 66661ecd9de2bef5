/* Texts that fans read, one for each language, with usual ones to begin with. */
import {button, el, field, fill, freshId, show} from './dom.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ar', 'hi', 'ja', 'ko'];

export const REASONS = [
  ['Payment is slow', {
    en: 'Payment is slow at the moment. We have paused the queue until it is well again.',
    de: 'Die Zahlung ist gerade langsam. Wir halten die Warteschlange an, bis es wieder geht.',
    fr: 'Le paiement est lent en ce moment. La file est en pause jusqu’à ce qu’il aille mieux.',
    es: 'El pago va lento en este momento. La cola está en pausa hasta que se recupere.'}],
  ['The shop has a problem', {
    en: 'The shop has a problem. We are working on it; every place is kept.',
    de: 'Der Shop hat ein Problem. Wir arbeiten daran; jeder Platz bleibt erhalten.',
    fr: 'La boutique a un problème. Nous y travaillons ; chaque place est gardée.',
    es: 'La tienda tiene un problema. Estamos en ello; cada puesto se conserva.'}],
  ['The start is later', {
    en: 'The start is delayed a little. Please stay; every place is kept.',
    de: 'Der Beginn verzögert sich etwas. Bitte bleiben Sie; jeder Platz bleibt erhalten.',
    fr: 'Le début est un peu retardé. Restez ; chaque place est gardée.',
    es: 'El comienzo se retrasa un poco. Quédese; cada puesto se conserva.'}]];

export const MESSAGES = [
  ['It goes slowly', {
    en: 'It goes more slowly than planned. Your place is kept.',
    de: 'Es geht langsamer als geplant. Ihr Platz bleibt erhalten.',
    fr: 'Cela avance plus lentement que prévu. Votre place est gardée.',
    es: 'Va más lento de lo previsto. Su puesto se conserva.'}],
  ['Few seats are left', {
    en: 'Few seats are left. Not everyone who waits will get one.',
    de: 'Es sind nur noch wenige Plätze da. Nicht alle Wartenden werden einen bekommen.',
    fr: 'Il reste peu de places. Tout le monde n’en aura pas.',
    es: 'Quedan pocas entradas. No todos los que esperan conseguirán una.'}],
  ['Seats may come back', {
    en: 'All seats are held or sold. Some may come back in the next minutes.',
    de: 'Alle Plätze sind reserviert oder verkauft. In den nächsten Minuten können welche frei werden.',
    fr: 'Toutes les places sont réservées ou vendues. Certaines peuvent revenir bientôt.',
    es: 'Todas las entradas están reservadas o vendidas. Algunas pueden volver pronto.'}]];

/**
 * An editor: editor.node, editor.values() as [{lang, text}], editor.check() marks what is wrong
 * and says whether all is well. Options: templates, most (characters), start ([{lang, text}]),
 * preview(lang, text) a node that shows how it reads, `optional` where nothing at all is fine.
 */
export function texts({templates, most, start = [], preview, optional = false}) {
  const rows = el('div');
  const shown = el('div', {class: 'previews', 'aria-live': 'off'});
  const known = freshId('languages');
  let entries = [];

  const choice = el('select', {}, el('option', {value: ''}, 'Choose a usual text …'),
      templates.map(([name], i) => el('option', {value: i}, name)));
  choice.addEventListener('change', () => {
    if (choice.value !== '') {
      entries = [];
      rows.replaceChildren();
      Object.entries(templates[Number(choice.value)][1]).forEach(([lang, text]) =>
        addRow(lang, text));
      draw();
    }
  });

  function addRow(lang, text) {
    const langInput = el('input', {type: 'text', value: lang, list: known, size: 6,
      maxlength: 35, autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false'});
    const textInput = el('textarea', {maxlength: most, dir: 'auto', rows: 3, value: text});
    const entry = {lang: field('Language', langInput), text: field('Text', textInput),
      langInput, textInput};
    const group = el('div', {class: 'text', role: 'group', 'aria-label': 'Text of one language'},
        entry.lang.node, entry.text.node,
        button('Remove this language', () => {
          entries = entries.filter((other) => other !== entry);
          group.remove();
          draw();
          add.focus();
        }, 'quiet'));
    langInput.addEventListener('input', draw);
    textInput.addEventListener('input', draw);
    entries.push(entry);
    rows.append(group);
  }

  function draw() {
    const all = values();
    fill(shown, all.length > 0 && el('h3', {}, 'How it reads to fans'),
        all.map(({lang, text}) => preview(lang, text)));
    show(shown, all.length > 0);
  }

  function values() {
    return entries.map(({langInput, textInput}) =>
      ({lang: langInput.value.trim(), text: textInput.value.trim()})).filter(({text}) => text);
  }

  function check() {
    const seen = new Set();
    let first = null;
    const mark = (one, text) => {
      one.wrong(text);
      first = first || (text ? one.input : null);
    };
    if (entries.length === 0 && !optional) {
      addRow('en', '');
    }
    for (const entry of entries) {
      const lang = entry.langInput.value.trim().toLowerCase();
      const text = entry.textInput.value.trim();
      const twice = text !== '' && seen.has(lang);
      seen.add(text === '' ? null : lang);
      mark(entry.lang, text === '' ? null
          : !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(lang) ? 'A language such as en or pt-BR.'
            : twice ? 'Each language once.' : null);
      mark(entry.text, text === '' && !optional && values().length === 0 ? 'Say something.' : null);
    }
    if (first) {
      first.focus();
    }
    return first === null;
  }

  const add = button('Add a language', () => {
    const free = LANGUAGES.find((lang) =>
      !entries.some((entry) => entry.langInput.value.trim() === lang));
    addRow(free || '', '');
    entries[entries.length - 1].textInput.focus();
  });
  (start.length > 0 ? start : [{lang: 'en', text: ''}]).forEach(({lang, text}) =>
    addRow(lang, text));
  draw();
  const node = el('div', {},
      el('datalist', {id: known}, LANGUAGES.map((lang) => el('option', {value: lang}))),
      field('Usual texts', choice, 'They may be changed before they are sent.').node, rows,
      add, shown);
  return {node, values, check};
}

/** A card like the fans' page, with the text where they read it. */
export function card(headline, lead) {
  return (lang, text) => el('div', {class: 'fan-card'},
      el('p', {class: 'soft'}, `Read by who reads ${lang || '?'}`),
      headline && el('p', {class: 'headline'}, headline), lead && el('p', {}, lead),
      el('p', {class: 'note', lang: lang || null, dir: 'auto'}, text));
}
