// A language that was chosen by hand, here or in the queue, which is on this same origin, is spoken on every
// page. Whatever page names a language in its address was chosen by hand.
const KEPT = 'headgate:language';
const YEAR = 31536000;

const { lang } = document.documentElement;
const link = (tag) => [...document.querySelectorAll('.languages [hreflang]')].find((each) => each.hreflang === tag);

try {
  if (new URLSearchParams(location.search).get('lang') === lang) {
    localStorage.setItem(KEPT, lang);
    document.cookie = `shop_lang=${lang}; path=/; max-age=${YEAR}; samesite=lax`;
  } else {
    const kept = localStorage.getItem(KEPT);
    const other = kept && kept !== lang && link(kept);
    if (other) location.replace(other.href);
  }
} catch (forbidden) { /* Then a choice is good for the page whose address names it. */ }
