// Keeps what was read for a while: a change shows soon, and while the directory is unavailable the last known value stays.

import { LRUCache } from 'lru-cache'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'

const freshForMs = 10_000
const maxAccounts = 10_000

interface Known<T> {
  value: T | undefined
  readAtMs: number
  isReading: boolean
}

/** By the number of an account. `read` may fail: the last known value stays then. */
export function createLastKnown<T>(
  ctx: Pick<Context, 'log'>,
  what: string,
  read: (accountId: number) => Promise<T | undefined>,
): (accountId: number) => Promise<T | undefined> {
  const known = new LRUCache<number, Known<T>>({ max: maxAccounts })

  async function refresh(accountId: number, last: T | undefined) {
    const value = await read(accountId).catch((error) => {
      ctx.log.warn({ err: error }, `${what} cannot be read`)
      return last
    })
    known.set(accountId, { value, readAtMs: performance.now(), isReading: false })
    return value
  }

  /** The first caller waits; later ones get the last known value while it is read again. */
  return async (accountId) => {
    const last = known.get(accountId)
    if (!last) return refresh(accountId, undefined)
    if (!last.isReading && performance.now() - last.readAtMs > freshForMs) {
      last.isReading = true
      inBackground(ctx, refresh(accountId, last.value))
    }
    return last.value
  }
}
