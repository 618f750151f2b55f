// The font of the interface. A first visit shows its view with a font of the system before it loads this one; later visits
// have it in the cache.

const storageKey = 'rastro.has-font'

export function loadCachedFont(): void {
  try {
    if (localStorage.getItem(storageKey)) loadFont()
  } catch {
    // Storage is blocked: every visit is a first one.
  }
}

export function loadFont(): void {
  // Without it, text has the font of the system.
  load().catch(() => {})
}

async function load(): Promise<void> {
  await import('@fontsource-variable/inter')
  await document.fonts.load("1em 'Inter Variable'")
  localStorage.setItem(storageKey, 'true')
}
