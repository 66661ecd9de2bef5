export const root = document.documentElement;
export const event = root.dataset.event;
export const base = `/queue/${event}`;
export const eventTitle = document.title;
export const inline = location.pathname !== base;
export const at = (id) => document.getElementById(id);

export const state = {
  view: "joining", // which of the scenes below is shown
  place: null, // the last place the server told
  status: null, // the last public status, asked only where a place does not say enough
  statusAt: 0,
  entry: null, // the entry ticket of a member
  opensAt: null,
  refusal: "", // the code of the problem that a request was refused with
  trouble: null, // "offline" or "restoring": the scene stays, a note is added
  updatedAt: null,
  failures: 0,
  fresh: false, // this page was just given a place, so a missing cookie is the browser's doing
  atDoor: false,
  busy: false,
  ticket: null, // the place ticket, where the browser keeps no cookies
  spare: null, // the same, until a cookie has shown that it is not needed
  moving: null, // a ticket from another device, until the fan has said what to do with it
  keyed: root.dataset.dpop === "required", // places are given to holders of a key only
};
