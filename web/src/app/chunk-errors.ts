// When a part of the interface is missing, the router reloads the page at once. Without a connection the user would lose
// the page, and with it the alarm. It recognises these errors by their text, so the text is changed; ViewError takes over.

interface PreloadError extends Event {
  payload?: Error
}

export function keepPageWithoutChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as PreloadError
    if (payload) payload.message = `Part not loaded. ${payload.message}`
  })
}
