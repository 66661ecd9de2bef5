import { at, state } from "./here.js";
import { ask } from "./ask.js";
import { also, label } from "./show.js";
import { say } from "./words.js";

// "Continue on another device": a link and its QR code, made when they are asked for

const made = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const minor = (textContent) => made("button", { type: "button", className: "minor", textContent });

const offer = made("button", { type: "button", id: "device", className: "minor" });
const handover = made("section", { id: "handover", className: "panel", hidden: true });
offer.setAttribute("aria-expanded", "false");
offer.setAttribute("aria-controls", "handover");
offer.addEventListener("click", () => (handover.hidden ? openHandover() : closeHandover()));

function closeHandover() {
  handover.hidden = true;
  handover.replaceChildren(); // The link is not left lying about in the page.
  offer.setAttribute("aria-expanded", "false");
}

async function openHandover() {
  offer.disabled = true;
  try {
    const answer = await ask("POST", "/places/me/link");
    fill(answer);
  } catch {
    fill({});
  }
  offer.disabled = false;
  handover.hidden = false;
  offer.setAttribute("aria-expanded", "true");
  handover.querySelector("h2").focus();
}

function fill(answer) {
  const title = made("h2", { tabIndex: -1, textContent: say("device.offer") });
  const close = minor(say("device.close"));
  close.addEventListener("click", () => {
    closeHandover();
    offer.focus();
  });
  if (answer.status !== 200) {
    const why = answer.code === "bound-place" ? say("device.bound") : say("device.failed");
    handover.replaceChildren(title, made("p", { textContent: why }), close);
    return;
  }
  const { url, svg } = answer.body;
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const code = made("img", { className: "code", alt: say("device.code"), src });
  const link = made("input", { readOnly: true, value: url, type: "text" });
  link.setAttribute("aria-label", say("device.link"));
  link.addEventListener("focus", () => link.select());
  const copy = minor(say("device.copy"));
  copy.addEventListener("click", () => copyLink(link, copy));
  const row = made("div", { className: "quiet" }, copy, close);
  handover.replaceChildren(title, made("p", { textContent: say("device.how") }), code, link, row);
}

async function copyLink(link, copy) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    copy.textContent = say("device.copied");
  } catch {
    link.focus(); // Selected, for the fan to copy by hand.
  }
}

function renderDevice(scene) {
  if (!offer.isConnected) {
    at("spoken").before(made("div", { className: "actions quiet" }, offer), handover);
  }
  label(offer, say("device.offer"));
  const waits = state.place && ["waiting", "called"].includes(state.place.state);
  offer.hidden = !waits || Boolean(scene.rejoin) || Boolean(scene.plain) || state.view === "ended";
  if (offer.hidden && !handover.hidden) closeHandover();
}

/** Redraws with every scene from now on. */
export function watchDevice() {
  also.push(renderDevice);
}
