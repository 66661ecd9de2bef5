import { eventTitle, at, state } from "./here.js";
import { also, label } from "./show.js";
import { say } from "./words.js";

// What calls a fan who looks elsewhere when the turn comes. Nothing is asked for but on a click.

const AGAIN = 15_000; // A call that is not answered is made again so much later …
const CALLS = 4; // … and so often in all.

const call = { audio: null, on: false, made: 0, nextAt: 0, notice: null };

const soundButton = alertButton("sound", turnSoundOn);
const noticeButton = alertButton("notify", askForNotices);

function alertButton(id, act) {
  const button = document.createElement("button");
  Object.assign(button, { id, type: "button", className: "minor" });
  button.addEventListener("click", act);
  return button;
}

/** Browsers let a page sound only after a click. */
function turnSoundOn() {
  try {
    call.audio ??= new AudioContext();
    call.audio.resume();
    chime();
    renderAlerts();
  } catch {
    soundButton.hidden = true;
  }
}

function chime() {
  if (!call.audio) return;
  [[0, 660], [0.22, 880], [0.44, 1_100]].forEach(([after, pitch]) => {
    const at = call.audio.currentTime + after;
    const tone = call.audio.createOscillator();
    const volume = call.audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.2);
    tone.connect(volume).connect(call.audio.destination);
    tone.start(at);
    tone.stop(at + 0.22);
  });
}

const mayNotify = () => "Notification" in window && isSecureContext;

async function askForNotices() {
  await Notification.requestPermission();
  renderAlerts();
}

const noticeWords = {
  default: () => say("alerts.notify"),
  granted: () => say("alerts.notifying"),
  denied: () => say("alerts.blocked"),
};

/** Which calls are offered, and which are on. */
function renderAlerts() {
  const waits = state.view === "waiting" || state.view === "line";
  soundButton.hidden = !waits || !("AudioContext" in window);
  noticeButton.hidden = !waits || !mayNotify();
  label(soundButton, call.audio ? say("alerts.sounding") : say("alerts.sound"));
  if (mayNotify()) label(noticeButton, noticeWords[Notification.permission]());
}

const looksElsewhere = () => document.visibilityState !== "visible";

function notify() {
  if (!mayNotify() || Notification.permission !== "granted" || !looksElsewhere()) return;
  const tag = `headgate:${eventTitle}`;
  const about = { body: say("alerts.body"), tag, requireInteraction: true };
  try {
    call.notice = new Notification(eventTitle, about);
    call.notice.onclick = () => {
      window.focus();
      call.notice?.close();
    };
  } catch {
    // Phones know notices of service workers alone.
  }
}

/** Whether a fan is being called who may be looking elsewhere. */
export const isCalling = () => call.on;

function callOut() {
  call.made += 1;
  call.nextAt = Date.now() + AGAIN;
  chime();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  if (call.made === 1) notify();
}

function hangUp() {
  Object.assign(call, { on: false, made: 0, nextAt: 0 });
  call.notice?.close();
  call.notice = null;
}

also.push((scene) => {
  if (!soundButton.isConnected) {
    const row = Object.assign(document.createElement("div"), { className: "actions quiet" });
    row.append(soundButton, noticeButton);
    at("rejoin").parentElement.after(row);
  }
  renderAlerts();
  const paused = state.place?.phase === "paused";
  if (!scene.enter || state.view === "admitted" || paused) {
    if (call.on) hangUp();
    return;
  }
  call.on = true;
  const due = call.made === 0 || (looksElsewhere() && Date.now() >= call.nextAt);
  if (due && call.made < CALLS) callOut();
  // The title of the event and the call take turns.
  if (Math.floor(Date.now() / 1_000) % 2) document.title = eventTitle;
});
