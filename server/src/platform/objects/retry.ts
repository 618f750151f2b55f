// Repeats what failed for a reason that may pass, after growing random pauses: many clients must not return in step.

import { setTimeout as sleep } from 'node:timers/promises'
import { UnavailableError } from '../http/errors.ts'
import { RetriableError } from './object-errors.ts'

export interface RetryLimits {
  tries: number
  firstPauseMs: number
  maxPauseMs: number
}

/** Other errors than a `RetriableError`, and an abort of the signal, end it at once. The attempt must obey the signal. */
export async function retry<T>(
  { tries, firstPauseMs, maxPauseMs }: RetryLimits,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof RetriableError)) throw error
      if (count >= tries) throw new UnavailableError(error)
    }
    const longestMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (count - 1))
    // An abort also ends the pause, and then the next attempt.
    await sleep(longestMs * Math.random(), undefined, signal && { signal }).catch(() => {})
  }
}
