import { at, state } from "./here.js";
import { ask } from "./ask.js";
import { also } from "./show.js";

// "Continue on another device": a link and its QR code, made when they are asked for

const DEVICE = {
  offer: "Continue on another device",
  close: "Close",
  title: "Continue on another device",
  how: "Scan this code with the other device, or open the link there. Whoever has it has your place: show it to nobody else.",
  code: "QR code of the link to your place",
  link: "Link to your place",
  copy: "Copy the link",
  copied: "Copied",
  bound: "Places of this event are bound to the browser that joined and cannot move to another device.",
  failed: "That did not work. Please try again in a moment.",
};

const made = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const offer = made("button", { type: "button", id: "device", className: "minor", textContent: DEVICE.offer });
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
  const title = made("h2", { tabIndex: -1, textContent: DEVICE.title });
  const close = made("button", { type: "button", className: "minor", textContent: DEVICE.close });
  close.addEventListener("click", () => {
    closeHandover();
    offer.focus();
  });
  if (answer.status !== 200) {
    const why = answer.code === "bound-place" ? DEVICE.bound : DEVICE.failed;
    handover.replaceChildren(title, made("p", { textContent: why }), close);
    return;
  }
  const { url, svg } = answer.body;
  const code = made("img", { className: "code", alt: DEVICE.code, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  const link = made("input", { readOnly: true, value: url, type: "text" });
  link.setAttribute("aria-label", DEVICE.link);
  link.addEventListener("focus", () => link.select());
  const copy = made("button", { type: "button", className: "minor", textContent: DEVICE.copy });
  copy.addEventListener("click", () => copyLink(link, copy));
  const row = made("div", { className: "quiet" }, copy, close);
  handover.replaceChildren(title, made("p", { textContent: DEVICE.how }), code, link, row);
}

async function copyLink(link, copy) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    copy.textContent = DEVICE.copied;
  } catch {
    link.focus(); // Selected, for the fan to copy by hand.
  }
}

function renderDevice(scene) {
  if (!offer.isConnected) at("trouble").before(made("div", { className: "actions quiet" }, offer), handover);
  const waits = state.place && ["waiting", "called"].includes(state.place.state);
  offer.hidden = !waits || Boolean(scene.rejoin) || Boolean(scene.plain) || state.view === "ended";
  if (offer.hidden && !handover.hidden) closeHandover();
}

/** Redraws with every scene from now on. */
export function watchDevice() {
  also.push(renderDevice);
}
