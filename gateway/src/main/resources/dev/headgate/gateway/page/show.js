import { root, eventTitle, at, state } from "./here.js";
import { remembered } from "./memory.js";
import { clock, serverNow } from "./clock.js";
import { farthest } from "./keep.js";
import { scenes } from "./scenes.js";
import { renderDraw } from "./draw.js";
import { bringWords, canSpeak, figure, fitting, say, timeOfDay, twoDigits } from "./words.js";

// Showing

/** What other parts of the page do with each scene. */
export const also = [];

/** Changes a text where it differs, since listeners are told of every change. */
export function label(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const put = (id, text) => label(at(id), text);

function toggle(id, shown) {
  at(id).hidden = !shown;
}

export function render() {
  root.dataset.view = state.view;
  if (!canSpeak()) return;
  const scene = scenes[state.view]();
  put("headline", scene.headline);
  put("lead", scene.lead ?? "");
  toggle("lead", Boolean(scene.lead));
  at("lead").lang = scene.lang || root.lang;
  renderClock(scene.clock);
  renderLine(scene.line);
  put("wait", scene.wait ?? "");
  toggle("wait", Boolean(scene.wait));
  renderFacts(scene);
  renderNotes();
  toggle("enter", Boolean(scene.enter));
  toggle("rejoin", Boolean(scene.rejoin));
  put("rejoin", scene.rejoin ?? say("rejoin.again"));
  document.title = pageTitle(scene);
  speak(scene);
  also.forEach((more) => more(scene));
}

function pageTitle(scene) {
  if (scene.enter) return `▶ ${scene.headline} – ${eventTitle}`;
  if (scene.line) return say("title.ahead", { n: scene.line.ahead, event: eventTitle });
  return eventTitle;
}

function renderClock(shown) {
  const until = shown?.until;
  toggle("clock", Boolean(until) && until > serverNow());
  if (!until) return;
  put("clock-label", shown.label);
  put("clock-at", shown.showAt ? say("clock.at", { at: until - clock.offset }) : "");
  const text = duration(until - serverNow());
  put("countdown", text);
  at("countdown").classList.toggle("long", text.length > 8);
}

function duration(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const time = days > 0 || hours > 0 ? `${figure(hours)}:${rest}` : rest;
  return days > 0 ? say("clock.days", { days, time }) : time;
}

function renderLine(place) {
  toggle("line", Boolean(place));
  if (!place) return;
  put("ahead", figure(place.ahead));
  put("ahead-label", say("line.ahead", { n: place.ahead }));
  const from = Number(remembered(farthest(place)) ?? place.ahead);
  toggle("progress", from > 0);
  at("progress").value = from > 0 ? Math.round(1000 * (1 - place.ahead / from)) : 1000;
}

function renderFacts(scene) {
  const place = state.place;
  const shown = place && !scene.rejoin && !scene.plain && state.view !== "ended";
  toggle("facts", Boolean(shown));
  toggle("keep", Boolean(shown));
  renderDraw(Boolean(shown));
  if (!shown) return;
  // Fans count from one.
  put("position", place.position === null ? "–" : figure(place.position + 1));
  put("arrival", figure(place.arrival + 1));
  toggle("position-fact", place.position !== null);
  put("updated", timeOfDay(state.updatedAt));
}

const TROUBLE = {
  offline: () => say("trouble.offline"),
  restoring: () => say("trouble.restoring"),
};

const trouble = () => TROUBLE[state.trouble]?.() ?? "";

function renderNotes() {
  toggle("trouble", Boolean(state.trouble));
  put("trouble", trouble());
  const message = state.place ? state.place.message : fitting(state.status?.messages ?? []);
  toggle("message", Boolean(message));
  put("message", message?.text ?? "");
  if (message) at("message").lang = message.lang;
}

// For listeners: milestones only, never every number

let lastSpoken = "";

function speak(scene) {
  const step = scene.line ? milestone(scene.line.ahead) : "";
  const more = step || scene.lead || "";
  const text = trouble() || say("page.spoken", { headline: scene.headline, more });
  if (text === lastSpoken) return;
  lastSpoken = text;
  put("spoken", text);
}

function milestone(ahead) {
  if (ahead === 0) return "";
  const below = [10, 100, 1_000, 10_000, 100_000, 1_000_000].find((bound) => ahead <= bound);
  return below ? say("line.milestone", { n: below }) : "";
}

bringWords(render);
