// What happened outside and is not written down happens again: a database that is briefly away is waited for.

import { setTimeout as sleep } from 'node:timers/promises'
import { isCollision } from './db.ts'
import { isUnavailable } from './errors.ts'

const againAfterMs = 500

export async function untilWritten(longestMs: number, write: () => Promise<void>): Promise<void> {
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
