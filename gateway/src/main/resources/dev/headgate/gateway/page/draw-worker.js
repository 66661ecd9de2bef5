import { drawSteps } from "./draw-steps.js";

// Works a draw out beside the page, which goes on meanwhile.

self.addEventListener("message", ({ data }) => {
  const from = performance.now();
  const steps = drawSteps(data.document, data.fan, data.known);
  self.postMessage({ steps, millis: Math.round(performance.now() - from) });
});
