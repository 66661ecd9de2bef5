// The queue page: takes a place, keeps the fan informed, and goes in when the turn comes.
// It sends one request at a time, and every wait is as long as the server said.

import { root, at, state } from "./here.js";
import { remembered, takeEntry, dropEntry } from "./memory.js";
import { wake, run, stop, nextStep, join, poll, claim, mayGoInByItself, retell } from "./steps.js";
import { watchDraw } from "./draw.js";
import { render } from "./show.js";
import { unfollow, freshLine, heardLately } from "./news.js";
import { takeMoving, lookAtMoving, answeredMoving } from "./moving.js";
import { isCalling } from "./alerts.js";
import { watchStock } from "./stock.js";
import { watchDevice } from "./device.js";

// What wakes the page

function comeBack() {
  if (document.visibilityState !== "visible") return;
  render();
  const claimable = state.view === "called" || state.view === "admitted" || state.view === "door";
  if (claimable && mayGoInByItself()) run(claim);
  else if (nextStep && state.view !== "closed") {
    // A moment's flicker between tabs is no reason to ask again.
    const stale = !state.updatedAt || Date.now() - state.updatedAt > 2_000;
    if (!stale || heardLately()) return wake();
    freshLine();
    run(nextStep);
  } else wake();
}

function reconnected() {
  if (!nextStep) return;
  freshLine();
  run(nextStep);
}

/** A link of another device that is opened in this very tab. */
function addressed() {
  if (!takeMoving()) return;
  stop();
  Object.assign(state, { place: null, view: "joining" });
  run(lookAtMoving, true);
}

function askedAgain() {
  if (answeredMoving()) return;
  if (state.view === "over") dropEntry(); // Its one place has been used up.
  root.dataset.state = "";
  Object.assign(state, { place: null, fresh: false, atDoor: false, view: "joining" });
  at("headline").focus();
  run(join, true);
}

async function start() {
  if (document.prerendering) {
    await new Promise((go) => document.addEventListener("prerenderingchange", go, { once: true }));
  }
  at("enter").addEventListener("click", () => run(claim, true));
  at("rejoin").addEventListener("click", askedAgain);
  at("language").addEventListener("change", retell);
  document.addEventListener("visibilitychange", comeBack);
  addEventListener("pageshow", (shown) => shown.persisted && comeBack());
  addEventListener("pagehide", unfollow); // Another tab may take the stream over.
  addEventListener("hashchange", addressed);
  addEventListener("online", reconnected);
  setInterval(() => (document.visibilityState === "visible" || isCalling()) && render(), 250);
  watchStock();
  watchDevice();
  watchDraw();
  takeEntry();
  if (takeMoving()) return run(lookAtMoving);
  // A fan who comes back after the turn should hear so, not silently stand at the end again.
  run(remembered("place") && !state.entry ? poll : join);
}

start();
