// Divides long work of an event loop into short slices, so that other requests are served in between.

import { setImmediate } from 'node:timers/promises'

const sliceMs = 5

/** Call the returned function often. It returns a promise if other work is due. */
export function createSlices(): () => Promise<void> | undefined {
  let beganMs = performance.now()
  return () => {
    if (performance.now() - beganMs < sliceMs) return undefined
    return setImmediate().then(() => {
      beganMs = performance.now()
    })
  }
}
