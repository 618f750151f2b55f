// Reloads the page as soon as the server answers. Only a reload fetches a failed chunk again: browsers remember failures.

import { mayReload } from './chunk-failure.ts'
import { inBackground } from './in-background.ts'
import { onLineBack } from './line.ts'

const probeEveryMs = 4_000

/** Returns the function that stops it. `onGivenUp` is called if a reload did not help; `mayLeave` may put it off. */
export function reloadWhenBack(onGivenUp: () => void, mayLeave = () => true): () => void {
  const stopping = new AbortController()
  const probe = async () => {
    if (!mayLeave() || !(await isServerThere()) || stopping.signal.aborted) return
    if (mayReload(Date.now(), sessionStorage)) return location.reload()
    stopping.abort()
    onGivenUp()
  }
  const start = () => inBackground(probe())
  const timer = setInterval(start, probeEveryMs)
  const stopListening = onLineBack(start)
  stopping.signal.addEventListener('abort', () => {
    clearInterval(timer)
    stopListening()
  })
  start()
  return () => stopping.abort()
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
