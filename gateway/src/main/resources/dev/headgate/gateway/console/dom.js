/*
 * Small builders. Text always becomes a text node: nothing that an operator, a fan or a server
 * writes is ever parsed as markup.
 */

/**
 * An element: el('a', {href: '#/', class: 'quiet', on: {click: go}}, 'Events').
 * Properties are attributes; true is the bare attribute, false, null and undefined are left out;
 * `on` holds listeners. Children are nodes, texts, numbers or lists of them; null is left out.
 */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'on') {
      Object.entries(value).forEach(([type, listener]) => node.addEventListener(type, listener));
    } else if (name === 'value') {
      node.value = value;
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  append(node, children);
  return node;
}

export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : String(child));
    }
  }
  return node;
}

/** Puts the children in the place of whatever was in the node. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

/** Writes a text where it differs, so that assistive technology hears of changes only. */
export function write(node, text) {
  const wanted = String(text);
  if (node.textContent !== wanted) {
    node.textContent = wanted;
  }
}

/**
 * Draws something anew. Where that takes away what had the focus, it goes to the control with the
 * same data-key, else to `home`: lost, it would be at the top of the page.
 */
export function redraw(home, draw) {
  const active = document.activeElement;
  draw();
  if (active && active !== document.body && !(active.isConnected && active.checkVisibility())) {
    refocus(active, home);
  }
}

function refocus(before, home) {
  const key = before.dataset.key;
  const same = key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  (same || home).focus();
}

/** Shows or hides a node. */
export function show(node, shown) {
  node.hidden = !shown;
  return node;
}

/** kind: 'main', 'quiet', 'danger' or nothing. */
export function button(text, click, kind = '', properties = {}) {
  return el('button', {type: 'button', class: kind, on: {click}, ...properties}, text);
}

let made = 0;

/** An id that no other element has. */
export function freshId(word) {
  made += 1;
  return `${word}-${made}`;
}

/**
 * A labelled control with a hint and room for what is wrong with it.
 * Returns {node, input, wrong(text or null)}.
 */
export function field(label, input, hint = null) {
  const id = input.id || freshId('field');
  input.id = id;
  const error = el('p', {class: 'wrong', id: `${id}-wrong`, hidden: true});
  const described = [hint && `${id}-hint`, `${id}-wrong`].filter(Boolean).join(' ');
  input.setAttribute('aria-describedby', described);
  const node = el('div', {class: 'field'},
      el('label', {for: id}, label),
      hint && el('p', {class: 'hint', id: `${id}-hint`}, hint),
      input, error);
  return {node, input, wrong(text) {
    write(error, text || '');
    show(error, Boolean(text));
    input.toggleAttribute('aria-invalid', Boolean(text));
    if (text) {
      input.setAttribute('aria-invalid', 'true');
    }
  }};
}

/** A group of controls that belong together. */
export function group(legend, ...children) {
  return el('fieldset', {}, el('legend', {}, legend), ...children);
}

const open = new Set();

/** Leaves the dialogs of a view that ends: what they are about is no longer on the page. */
export function leaveDialogs() {
  [...open].forEach((leave) => leave());
}

/**
 * A modal dialog. make(close) returns its content; close(value) ends it. Resolves to that value,
 * and to undefined where the dialog was left by Escape. The focus returns to where it was, or to
 * what has taken that place. One that `stays` is left neither by Escape nor with the view.
 */
export function dialog(title, make, {stays = false} = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const id = freshId('dialog');
    let answer;
    const node = el('dialog', {'aria-labelledby': id});
    const close = (value) => {
      answer = value;
      node.close();
    };
    append(node, [el('h2', {id}, title), make(close, node)]);
    node.addEventListener('cancel', (event) => {
      if (stays) {
        event.preventDefault();
      }
    });
    node.addEventListener('close', () => {
      if (stays && answer === undefined) {
        node.showModal(); // A second Escape closes a dialog whatever its cancel event says.
        return;
      }
      node.remove();
      open.delete(close);
      if (before && before.isConnected && before.checkVisibility()) {
        before.focus();
      } else if (before) {
        refocus(before, document.getElementById('main'));
      }
      resolve(answer);
    });
    document.body.append(node);
    node.showModal();
    if (!stays) {
      open.add(close);
    }
  });
}

/** Asks before something is done. Resolves to true or false. */
export async function confirm(title, content, yes, kind = 'main') {
  const answer = await dialog(title, (close) => [
    content,
    el('div', {class: 'actions'},
        button('Cancel', () => close(false), 'quiet', {autofocus: true}),
        button(yes, () => close(true), kind))]);
  return answer === true;
}

/** What went wrong, as a note that is read out; see `said` in api.js for the words. */
export function note(text, kind = 'bad') {
  return el('p', {class: `note ${kind}`, role: kind === 'bad' ? 'alert' : null}, text);
}

/** Waits until calls have been quiet for a while, and makes the last one. */
export function debounced(millis, call) {
  let timer;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), millis);
  };
  later.stop = () => clearTimeout(timer);
  return later;
}
