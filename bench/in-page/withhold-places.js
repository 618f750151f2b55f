// Runs in the page, before anything else: names of places are never received, so that rows stay without them.

const { fetch } = globalThis
globalThis.fetch = (url, init) =>
  String(url?.url ?? url).includes('/api/places/reverse') ? new Promise(() => {}) : fetch(url, init)
