// What a response means, and when a delivery is retried: the schedule of Standard Webhooks, 10 attempts over 75
// hours.

import type { Answer, Attempt, Verdict } from './webhook.types.ts'

const secondsAfterTry = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
export const maxTries = secondsAfterTry.length + 1
/** Receivers that failed at the same time are not retried at the same time. */
const jitter = 0.1
const longestPauseMs = 24 * 3_600_000
/** The receiver, or its proxy, is overloaded: all of its deliveries wait. */
const busyStatuses = new Set([429, 502, 503, 504])

/** `tries` includes this one. */
export function verdictOf({ status, error }: Pick<Answer, 'status' | 'error'>, tries: number): Verdict {
  const isDelivered = status === null ? error === null : status >= 200 && status < 300
  if (isDelivered) return 'delivered'
  if (status === 410) return 'gone'
  return tries < maxTries ? 'again' : 'failed'
}

/** The delay after this many tries; `random` is in [0, 1). */
export function waitMs(tries: number, random: number): number {
  const seconds = secondsAfterTry[tries - 1] ?? 0
  return seconds * 1_000 * (1 - jitter + 2 * jitter * random)
}

/** How long the receiver asks to pause, in seconds or until a date; 0 if it does not. */
export function pauseMs({ status, retryAfter }: Pick<Answer, 'status' | 'retryAfter'>, now: Date): number {
  if (status === null || !busyStatuses.has(status) || retryAfter === null) return 0
  const askedMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - now.getTime()
  return Math.min(Math.max(askedMs || 0, 0), longestPauseMs)
}

export function attemptOf(url: string, { status, error, excerpt, tookMs }: Answer, startedAt: Date): Attempt {
  return { startedAt: startedAt.toISOString(), url, status, error, response: excerpt, tookMs }
}
