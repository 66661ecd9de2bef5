// In place of a page that takes a proof, which nobody can send by going to its address: asks for the page
// with one, and puts it here.
import { headgateKey } from './proof.js';
import { word } from './words.js';

const { jkt, ath, serverTime } = document.body.dataset;
const key = headgateKey({ jkt, ath, serverTime });

function say(text) {
  const message = document.getElementById('message');
  message.textContent = text;
  message.classList.add('alert');
}

function show(page) {
  const fresh = new DOMParser().parseFromString(page, 'text/html');
  document.head.replaceWith(document.adoptNode(fresh.head));
  document.body.replaceWith(document.adoptNode(fresh.body));
  // Scripts that came with a parsed text never run: others like them do, in the same order.
  for (const still of document.querySelectorAll('script[src]')) {
    const script = document.createElement('script');
    script.type = still.type;
    script.src = still.src;
    script.async = false;
    still.replaceWith(script);
  }
}

async function unlock() {
  const answer = await key.fetch(location.pathname, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  if (answer.redirected) {
    location.replace(answer.url);
  } else if ((answer.headers.get('Content-Type') || '').startsWith('text/html') && !(await key.isMissing())) {
    show(await answer.text());
  } else if (answer.status === 401 || answer.status === 200) {
    say(word('not.proof-required'));
  } else {
    say(word('say.load-again'));
  }
}

unlock().catch(() => say(word('say.lost-load-again')));
