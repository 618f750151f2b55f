// Retries recording an external side effect until the database is back; unrecorded, the side effect would be repeated.

import { setTimeout as sleep } from 'node:timers/promises'
import { isCollision } from '../db/db.ts'
import { isUnavailable } from '../http/errors.ts'

const retryAfterMs = 500

/** `write` must be idempotent: a lost response leaves its outcome unknown. */
export async function retryWrite<T>(retryForMs: number, write: () => Promise<T>): Promise<T> {
  const until = performance.now() + retryForMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const mayPass = isUnavailable(error) || isCollision(error)
      if (!mayPass || performance.now() > until) throw error
      await sleep(retryAfterMs)
    }
  }
}
