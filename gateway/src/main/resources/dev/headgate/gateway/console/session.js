/*
 * Who works with the console. A session that ends in the middle of work is begun again in a dialog
 * above it: the view below stays as it is, with everything that was typed, and the request that
 * found the session ended is then sent again.
 */
import * as api from './api.js';
import {button, dialog, el, field, note} from './dom.js';

const RANK = {viewer: 1, operator: 2, admin: 3};
const BACK = 'headgate-back';

let session = null;
let ways = ['token'];
let asking = null;
let leaving = false; // On the way out nobody is asked to come back in.
let onChange = () => {};

/** {name, role, csrf, expiresAt}, or null. */
export function current() {
  return session;
}

/** Whether the session's role covers another. The server decides by itself whatever this says. */
export function may(role) {
  return session !== null && RANK[session.role] >= RANK[role];
}

/** Finds out who is signed in. `changed` is told whenever that becomes somebody else or nobody. */
export async function open(changed) {
  onChange = changed;
  api.authorizeBy(null, again);
  await look();
  return session;
}

/**
 * Ends the session; one that an issuer began is ended there too, and leads back here. Where other
 * gateways do not know yet, nobody is signed in here all the same, and that is thrown.
 */
export async function signOut() {
  leaving = true;
  try {
    const ended = await signedOut();
    take(null);
    if (ended.failure) {
      throw ended.failure;
    }
    if (ended.body) {
      location.assign(ended.body.signOutAt);
    }
  } finally {
    leaving = false;
  }
}

function signedOut() {
  return api.request('DELETE', '/session', {once: true}).catch((failure) => {
    if (failure.code === 'sign-out-not-shared') {
      return {failure};
    }
    if (failure.status !== 401) {
      throw failure;
    }
    return {body: null};
  });
}

/** The form to sign in with. `done` is called with the session. */
export function form(done) {
  const token = el('input', {type: 'password', autocomplete: 'current-password', required: true,
    spellcheck: 'false', autocapitalize: 'off'});
  const asked = field('Operator token', token,
      'As ./headgate demo prints it, or as whoever runs the gateway gave it to you.');
  const submit = el('button', {type: 'submit', class: 'main'}, 'Sign in');
  const trouble = el('div');
  const send = async (event) => {
    event.preventDefault();
    asked.wrong(null);
    trouble.replaceChildren();
    submit.disabled = true;
    try {
      const {body} = await api.post('/session', {token: token.value.trim()}, {once: true});
      token.value = '';
      take(body);
      done(body);
    } catch (failure) {
      if (failure.code === 'token-invalid' || failure.status === 400) {
        asked.wrong('This token is not known here.');
        token.focus();
      } else {
        trouble.append(note(api.said(failure)));
      }
    } finally {
      submit.disabled = false;
    }
  };
  return el('form', {class: 'sign-in', on: {submit: send}},
      ways.includes('oidc') && oidc(done),
      asked.node, trouble, el('div', {class: 'actions'}, submit));
}

/** The address that an identity provider's page sent the browser back from, once. */
export function back() {
  const hash = sessionStorage.getItem(BACK);
  sessionStorage.removeItem(BACK);
  return hash;
}

function oidc(done) {
  // In the middle of work another tab signs in, and this one keeps what was typed.
  const aside = session !== null;
  const link = el('a', {class: 'button main', href: '/session/oidc?to=%2F',
    target: aside ? '_blank' : null, rel: 'opener'}, 'Sign in with your organisation');
  link.addEventListener('click', () => {
    if (!aside) {
      sessionStorage.setItem(BACK, location.hash);
    }
  });
  const check = async () => {
    if (aside && link.isConnected && (await look())) {
      done(session);
    }
  };
  addEventListener('focus', check);
  return el('div', {class: 'field'}, link,
      aside && el('p', {class: 'hint'}, 'Opens another tab. Come back here afterwards.'),
      aside && button('I have signed in', check, 'quiet'));
}

/** Asks who is signed in; the session, or null. */
async function look() {
  try {
    const {body} = await api.get('/session', {once: true});
    take(body);
    return body;
  } catch (failure) {
    if (failure.status === 401) {
      ways = failure.body.signIn || ways;
      return null;
    }
    throw failure;
  }
}

/** What api.js calls on a 401, and where the token of changes is no longer the session's. */
async function again(problem) {
  const before = session;
  if (problem.status !== 401) {
    return Boolean(await look()) && isStill(before);
  }
  if (session === null || leaving) {
    return false;
  }
  // Several requests may find it at the same time: one dialog is enough.
  asking = asking || ask().finally(() => {
    asking = null;
  });
  return (await asking) && isStill(before);
}

/** What one person asked for is not done in the name of another. */
function isStill(before) {
  return before !== null && session !== null && before.name === session.name;
}

async function ask() {
  if (await look().catch(() => null)) {
    return true;
  }
  if (session === null || leaving) {
    return false;
  }
  const answer = await dialog('Your session has ended', (close) => [
    el('p', {}, 'Sign in again and go on where you were. What you typed is still there.'),
    form(() => close('in')),
    button('Leave without it', () => close('out'), 'quiet')], {stays: true});
  if (answer !== 'in') {
    take(null);
  }
  return answer === 'in';
}

function take(next) {
  const before = session;
  session = next;
  api.authorizeBy(next && next.csrf);
  const same = before && next && before.name === next.name && before.role === next.role;
  if (!same && (before || next)) {
    onChange(session);
  }
}
