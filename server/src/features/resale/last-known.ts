// Keeps what was read for a while: a change shows soon, and while the directory is unavailable the last known value stays.

import { LRUCache } from 'lru-cache'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'

const freshForMs = 10_000
const maxKnown = 10_000

interface Known<T> {
  value: T | undefined
  readAtMs: number
  isReading: boolean
}

/** By the number of an account, or the path of a node. `read` may fail: the last known value stays then. */
export function createLastKnown<K extends number | string, T>(
  ctx: Pick<Context, 'log'>,
  what: string,
  read: (key: K) => Promise<T | undefined>,
): (key: K) => Promise<T | undefined> {
  const known = new LRUCache<K, Known<T>>({ max: maxKnown })

  async function refresh(key: K, last: T | undefined) {
    const value = await read(key).catch((error) => {
      ctx.log.warn({ err: error }, `${what} cannot be read`)
      return last
    })
    known.set(key, { value, readAtMs: performance.now(), isReading: false })
    return value
  }

  /** The first caller waits; later ones get the last known value while it is read again. */
  return async (key) => {
    const last = known.get(key)
    if (!last) return refresh(key, undefined)
    if (!last.isReading && performance.now() - last.readAtMs > freshForMs) {
      last.isReading = true
      inBackground(ctx, refresh(key, last.value))
    }
    return last.value
  }
}
