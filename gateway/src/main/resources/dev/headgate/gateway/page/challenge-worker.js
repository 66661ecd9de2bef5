import { searchNonce } from "./challenge-search.js";

// Solves a challenge beside the page, which goes on meanwhile.

self.addEventListener("message", ({ data }) => {
  self.postMessage(searchNonce(data.prefix, data.difficulty));
});
