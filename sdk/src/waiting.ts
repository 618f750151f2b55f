// Waiting that can be cut short, and how long to wait before the next try.

/** Between half and all of it, so that many who were cut off at once do not come again at once. */
export function backoffMs(failures: number, firstMs: number, mostMs: number): number {
  const wholeMs = Math.min(mostMs, firstMs * 2 ** Math.max(0, failures - 1))
  return wholeMs * (0.5 + Math.random() / 2)
}

/** Rejects with the signal's reason once it is raised. */
export function wait(forMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, forMs)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
