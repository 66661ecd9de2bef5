// For a page in a frame of no origin: it has no storage, no cookies and no workers of its own, and
// asks nobody. What it would be told is in the document; the operator's texts are the frame's name.
{
  const answers = JSON.parse(document.currentScript.dataset.answers);
  const texts = named();
  const send = window.fetch.bind(window);
  const instead = (name, value) => Object.defineProperty(window, name, { value, configurable: true });

  function named() {
    try {
      return Object(JSON.parse(window.name || "{}"));
    } catch {
      return {};
    }
  }

  function shelf() {
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, String(value)),
      removeItem: (key) => kept.delete(key),
      clear: () => kept.clear(),
    };
  }

  /** What was told when the document was made, as if told now and by this event's operator. */
  function retold(body) {
    if ("serverTime" in body) body.serverTime = new Date().toISOString();
    if ("phase" in body && texts.message) {
      body.message = { at: body.serverTime, ...texts.message };
      if ("messages" in body) body.messages = [body.message];
    }
    if (body.pause && texts.reason) body.pause = texts.reason;
    if (body.place) retold(body.place);
    return body;
  }

  function told(path, headers = {}) {
    const answer = answers[headers["headgate-place"] ? `${path} named` : path] ?? answers[path];
    if (!answer) return new Response(null, { status: path.endsWith("/events") ? 204 : 404 });
    if (answer.status === 0) throw new TypeError("as in this state");
    const type = answer.status < 400 ? "application/json" : "application/problem+json";
    return new Response(JSON.stringify(retold(structuredClone(answer.body))), {
      status: answer.status,
      headers: { "content-type": type, ...(answer.retry && { "retry-after": String(answer.retry) }) },
    });
  }

  instead("localStorage", shelf());
  instead("sessionStorage", shelf());
  window.fetch = async (address, init = {}) => {
    const { pathname } = new URL(address, location.href);
    const own = `${location.pathname}/`;
    if (pathname.startsWith(own)) return told(pathname.slice(own.length), init.headers);
    return send(address, { ...init, credentials: "omit" });
  };

  // A worker's script has to be of the page's origin, and this one has none.
  const Own = window.Worker;
  instead("Worker", function (address) {
    const script = `importScripts(${JSON.stringify(new URL(address, location.href).href)});`;
    return new Own(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  });
}
