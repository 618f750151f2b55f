// Waiting with an end: a move that does not come on is given up, and the account goes on where it was.

import { setTimeout as sleep } from 'node:timers/promises'
import { ConflictError } from '../../platform/http/errors.ts'

const lookEveryMs = 100

/** `look` says what is still waited for, or nothing. */
export async function until(
  what: string,
  withinMs: number,
  look: () => Promise<string | undefined>,
  everyMs = lookEveryMs,
): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const missing = await look()
    if (missing === undefined) return
    if (performance.now() > deadline)
      throw new ConflictError('moves.stuck', `${what}: after ${withinMs / 1_000} s ${missing}.`)
    await sleep(everyMs)
  }
}
