import { root, eventTitle, at, number, clockTime, dayAndTime, state } from "./here.js";
import { remembered } from "./memory.js";
import { clock, serverNow } from "./clock.js";
import { farthest } from "./keep.js";
import { scenes } from "./scenes.js";

// Showing

/** What other parts of the page do with each scene. */
export const also = [];

function put(id, text) {
  const element = at(id);
  if (element.textContent !== text) element.textContent = text;
}

function toggle(id, shown) {
  at(id).hidden = !shown;
}

export function render() {
  const scene = scenes[state.view]();
  root.dataset.view = state.view;
  put("headline", scene.headline);
  put("lead", scene.lead ?? "");
  toggle("lead", Boolean(scene.lead));
  renderClock(scene.clock);
  renderLine(scene.line);
  put("wait", scene.wait ?? "");
  toggle("wait", Boolean(scene.wait));
  renderFacts(scene);
  renderNotes();
  toggle("enter", Boolean(scene.enter));
  toggle("rejoin", Boolean(scene.rejoin));
  put("rejoin", scene.rejoin ?? "Join again");
  document.title = pageTitle(scene);
  speak(scene);
  also.forEach((more) => more(scene));
}

function pageTitle(scene) {
  if (scene.enter) return `▶ ${scene.headline} – ${eventTitle}`;
  if (scene.line) return `${number.format(scene.line.ahead)} ahead – ${eventTitle}`;
  return eventTitle;
}

function renderClock(shown) {
  const until = shown?.until;
  toggle("clock", Boolean(until) && until > serverNow());
  if (!until) return;
  put("clock-label", shown.label);
  put("clock-at", shown.showAt ? `on ${dayAndTime.format(until - clock.offset)}` : "");
  const text = duration(until - serverNow());
  put("countdown", text);
  at("countdown").classList.toggle("long", text.length > 8);
}

function duration(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const two = (value) => String(value).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

function renderLine(place) {
  toggle("line", Boolean(place));
  if (!place) return;
  put("ahead", number.format(place.ahead));
  put("ahead-label", place.ahead === 1 ? "fan ahead of you" : "fans ahead of you");
  const from = Number(remembered(farthest(place)) ?? place.ahead);
  toggle("progress", from > 0);
  at("progress").value = from > 0 ? Math.round(1000 * (1 - place.ahead / from)) : 1000;
}

function renderFacts(scene) {
  const place = state.place;
  const shown = place && !scene.rejoin && !scene.plain && state.view !== "ended";
  toggle("facts", Boolean(shown));
  toggle("keep", Boolean(shown));
  if (!shown) return;
  // Fans count from one.
  put("position", place.position === null ? "–" : number.format(place.position + 1));
  put("arrival", number.format(place.arrival + 1));
  toggle("position-fact", place.position !== null);
  put("updated", clockTime.format(state.updatedAt));
}

const TROUBLE = {
  offline: "We cannot reach the queue at the moment. Your place is kept; this page keeps trying.",
  restoring: "The queue is coming back. Your place is kept; this page keeps trying.",
};

function renderNotes() {
  toggle("trouble", Boolean(state.trouble));
  put("trouble", TROUBLE[state.trouble] ?? "");
  const message = state.place ? state.place.message : state.status?.message;
  toggle("message", Boolean(message));
  put("message", message?.text ?? "");
  if (message) at("message").lang = message.lang;
}

// For listeners: milestones only, never every number

let lastSpoken = "";

function speak(scene) {
  const step = scene.line ? milestone(scene.line.ahead) : "";
  const text = state.trouble
    ? TROUBLE[state.trouble]
    : `${scene.headline}. ${step || scene.lead || ""}`;
  if (text === lastSpoken) return;
  lastSpoken = text;
  put("spoken", text);
}

function milestone(ahead) {
  if (ahead === 0) return "";
  const below = [10, 100, 1_000, 10_000, 100_000, 1_000_000].find((bound) => ahead <= bound);
  return below ? `At most ${number.format(below)} fans ahead of you.` : "";
}
