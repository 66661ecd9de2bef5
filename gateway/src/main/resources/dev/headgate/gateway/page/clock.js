// The server's clock. Deadlines are instants, so sleep and hidden tabs do no harm.

export const clock = { offset: 0, error: Infinity, takenAt: 0 };

export function setClock(serverTime, sentAt, receivedAt) {
  const error = (receivedAt - sentAt) / 2;
  const old = receivedAt - clock.takenAt > 60_000;
  const offset = Date.parse(serverTime) - (sentAt + error);
  // The device's own clock was set when the two disagree by more than the answer's travel explains.
  const moved = Math.abs(offset - clock.offset) > error + clock.error + 2_000;
  if (old || moved || error <= clock.error) {
    Object.assign(clock, { offset, error, takenAt: receivedAt });
  }
}

export const serverNow = () => Date.now() + clock.offset;
