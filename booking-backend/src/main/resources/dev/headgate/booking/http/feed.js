// The changes of the seats, as they happen: a stream where there is one, otherwise the map again and again.

const AGAIN = 30000;

export class Feed {
  #source = null;
  #last = null;
  #retry = 0;

  /** `on` has changed(data), reload() and version(), what the page knows before the first event. */
  constructor(path, on) {
    this.path = path;
    this.on = on;
  }

  get live() {
    return this.#source !== null && this.#source.readyState === EventSource.OPEN;
  }

  open() {
    if (this.#source) return;
    clearTimeout(this.#retry);
    const since = this.#last || this.on.version();
    const source = new EventSource(`${this.path}?since=${encodeURIComponent(since || '')}`);
    this.#source = source;
    source.addEventListener('seats', (e) => {
      this.#last = e.lastEventId;
      this.on.changed(JSON.parse(e.data));
    });
    source.addEventListener('reload', (e) => {
      this.#last = e.lastEventId;
      this.on.reload();
    });
    // It comes back by itself, unless it was refused.
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.close();
      this.#retry = setTimeout(() => this.open(), AGAIN * (1 + Math.random()));
    });
  }

  close() {
    clearTimeout(this.#retry);
    if (this.#source) this.#source.close();
    this.#source = null;
  }
}
