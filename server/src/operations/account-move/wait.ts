// Polling with a timeout: a move that makes no progress fails and is undone.

import { setTimeout as sleep } from 'node:timers/promises'
import { ConflictError } from '../../platform/http/errors.ts'

const pollEveryMs = 100

/** `poll` returns what is still missing, or undefined when done. */
export async function until(
  what: string,
  timeoutMs: number,
  poll: () => Promise<string | undefined>,
  everyMs = pollEveryMs,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const missing = await poll()
    if (missing === undefined) return
    if (performance.now() > deadline)
      throw new ConflictError('moves.stuck', `${what}: timed out after ${timeoutMs / 1_000} s (${missing}).`)
    await sleep(everyMs)
  }
}
