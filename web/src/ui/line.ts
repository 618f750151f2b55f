// The connection to the server, as far as the page knows. Whatever failed for lack of it is repeated when it is back.

import { useEffect, useRef } from 'react'

const listeners = new Set<() => void>()

/** Called by the shell when the stream is connected again. */
export function reportLineBack(): void {
  for (const listener of [...listeners]) listener()
}

export function onLineBack(listener: () => void): () => void {
  listeners.add(listener)
  // The network of the computer; the server may still be unreachable.
  addEventListener('online', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
  }
}

/** Also repeats from time to time: some failures end without the connection having been lost. */
export function useRetryWhenBack(retry: (() => void) | undefined, everyMs: number): void {
  const latest = useRef(retry)
  latest.current = retry
  const isWanted = retry !== undefined
  useEffect(() => {
    if (!isWanted) return
    const again = () => latest.current?.()
    const timer = setInterval(again, everyMs)
    const stop = onLineBack(again)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isWanted, everyMs])
}
