// Waiting that can be cut short, and how long to wait before the next try.

/** Between half and all of it, so that many who were cut off at once do not come again at once. */
export function backoffMs(failures: number, firstMs: number, maxMs: number): number {
  const wholeMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return wholeMs * (0.5 + Math.random() / 2)
}

/** Rejects with the signal's reason once it is raised. Where asked to, ends as soon as a browser is online again. */
export function wait(
  forMs: number,
  signal?: AbortSignal,
  { wakesOnline = false }: { wakesOnline?: boolean } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const page = wakesOnline ? (globalThis as Partial<EventTarget>) : {}
    const finish = () => {
      clearTimeout(timer)
      page.removeEventListener?.('online', finish)
      signal?.removeEventListener('abort', finish)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(finish, forMs)
    page.addEventListener?.('online', finish)
    signal?.addEventListener('abort', finish)
  })
}

/** Only browsers know; everywhere else the next try tells. */
export function isOffline(): boolean {
  return (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false
}
