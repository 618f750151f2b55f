// Runs in the page, before anything else: notes when the first rows of the list are in the document, and the age of
// the page when they have been painted.

new MutationObserver((_, observer) => {
  if (!document.querySelector('[role=option][id^=device-]')?.textContent) return
  observer.disconnect()
  const epochMs = Date.now()
  // The second callback runs after the frame with the rows.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      globalThis.firstListAt = { epochMs, ageMs: performance.now() }
    }),
  )
}).observe(document, { childList: true, subtree: true, characterData: true })
