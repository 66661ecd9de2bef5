// Fingers, wheel and mouse on a box, as two things: move by so many pixels, and zoom by a factor about a point.

const SLACK = 8; // pixels that a tap may wander
const TWICE = 320; // milliseconds between two taps
const NEAR = 30;
const STEP = 1.0018; // a pixel of the wheel
const PINCH = 1.012; // trackpads say a pinch as a small wheel with Ctrl

/** `on` has move(dx, dy), zoom(factor, x, y), tap(event), twice(x, y), done() and canLeave(out). */
export function listen(box, on) {
  const fingers = new Map();
  let start = null;
  let moved = false;
  let tapped = { at: -Infinity, x: 0, y: 0 };

  const place = (e) => {
    const { left, top } = box.getBoundingClientRect();
    return { x: e.clientX - left, y: e.clientY - top };
  };

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  };

  function down(e) {
    if (e.pointerType === 'mouse' && e.button !== 0) return;
    fingers.set(e.pointerId, place(e));
    if (fingers.size === 1) {
      start = place(e);
      moved = false;
    } else {
      moved = true;
    }
  }

  function drag(e) {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const here = place(e);
    if (!moved && Math.hypot(here.x - start.x, here.y - start.y) < SLACK) return;
    moved = true;
    // Captured only now: a tap has to reach the seat it is on.
    if (!box.hasPointerCapture(e.pointerId)) box.setPointerCapture(e.pointerId);
    if (fingers.size === 2) {
      const was = spread();
      fingers.set(e.pointerId, here);
      const is = spread();
      on.move(is.x - was.x, is.y - was.y);
      on.zoom(is.apart / was.apart, is.x, is.y);
    } else {
      fingers.set(e.pointerId, here);
      if (fingers.size === 1) on.move(here.x - before.x, here.y - before.y);
    }
  }

  function up(e) {
    if (fingers.delete(e.pointerId) && fingers.size === 0) on.done();
  }

  function click(e) {
    // A click from the keyboard or a screen reader has no place and no drag before it.
    if (moved && e.detail > 0) return;
    const here = place(e);
    const again = e.detail > 0 && e.timeStamp - tapped.at < TWICE
      && Math.hypot(here.x - tapped.x, here.y - tapped.y) < NEAR;
    tapped = again ? { at: -Infinity, x: 0, y: 0 } : { at: e.timeStamp, ...here };
    if (!(again && on.twice(e, here.x, here.y))) on.tap(e, here.x, here.y);
  }

  function wheel(e) {
    if (!e.ctrlKey && on.canLeave(e.deltaY > 0)) return;
    e.preventDefault();
    const pixels = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
    const { x, y } = place(e);
    on.zoom((e.ctrlKey ? PINCH : STEP) ** -pixels, x, y);
  }

  box.addEventListener('pointerdown', down);
  box.addEventListener('pointermove', drag);
  for (const end of ['pointerup', 'pointercancel']) box.addEventListener(end, up);
  box.addEventListener('click', click);
  box.addEventListener('wheel', wheel, { passive: false });
}
