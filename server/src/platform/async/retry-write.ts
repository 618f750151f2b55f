// What happened outside and is not written down happens again: a database that is briefly away is waited for.

import { setTimeout as sleep } from 'node:timers/promises'
import { isCollision } from '../db/db.ts'
import { isUnavailable } from '../http/errors.ts'

const againAfterMs = 500

/** `write` may be done twice: an answer that is lost on the way says nothing. */
export async function untilWritten<T>(longestMs: number, write: () => Promise<T>): Promise<T> {
  const until = performance.now() + longestMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const mayPass = isUnavailable(error) || isCollision(error)
      if (!mayPass || performance.now() > until) throw error
      await sleep(againAfterMs)
    }
  }
}
