// A part of the interface that could not be loaded: the connection is down, or a new version has replaced its files.

const messages = [
  /dynamically imported module/i, // Chromium, Firefox
  /importing a module script failed/i, // Safari
  /unable to preload css/i, // Vite
]

export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && messages.some((pattern) => pattern.test(error.message))
}

const storageKey = 'rastro.reloaded'
const betweenMs = 30_000

/** False if the page was already reloaded for this reason a moment ago: another reload would not help. */
export function mayReload(nowMs: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  if (nowMs - Number(storage.getItem(storageKey) ?? 0) < betweenMs) return false
  storage.setItem(storageKey, String(nowMs))
  return true
}
