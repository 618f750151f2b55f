// Interruptible waiting, and the back-off between attempts.

/** Between half and all of it, so that clients disconnected together do not reconnect together. */
export function backoffMs(failures: number, firstMs: number, maxMs: number): number {
  const wholeMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return wholeMs * (0.5 + Math.random() / 2)
}

/** Rejects with the signal's reason when aborted. With `wakesOnline`, ends as soon as a browser is online again. */
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

/** Only browsers know; elsewhere the next attempt shows. */
export function isOffline(): boolean {
  return (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false
}
