// Limits each device to one location per interval. The last one of an interval is sent when the interval ends. While
// a stream catches up, only the last location of each device is kept: an earlier one may be older than what the client
// received before it resumed. What that concerns is read first, so nothing is kept for longer than two intervals.

import type { LoggedEvent } from '../events/event.types.ts'

const pollEveryMs = 500

export interface Throttle {
  /** The events to send now. */
  pass(events: readonly LoggedEvent[]): LoggedEvent[]
  /** Locations wait to be sent. */
  hasPending(): boolean
  /** The stream has caught up: sends what was kept until now. */
  caughtUp(): void
  stop(): void
}

export function createThrottle(everySeconds: number, send: (events: LoggedEvent[]) => void): Throttle {
  /** Ordered by the start of their interval. */
  const sentAt = new Map<number, number>()
  const pending = new Map<number, LoggedEvent>()
  let isCatchingUp = true
  let keptSinceMs: number | undefined

  function caughtUp(): void {
    if (!isCatchingUp) return
    isCatchingUp = false
    const nowMs = performance.now()
    for (const deviceNumber of pending.keys()) sentAt.set(deviceNumber, nowMs)
    const kept = [...pending.values()]
    pending.clear()
    if (kept.length > 0) send(kept)
  }

  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (keptSinceMs !== undefined && nowMs - keptSinceMs >= 2 * everySeconds * 1_000) caughtUp()
    const due: LoggedEvent[] = []
    for (const [deviceNumber, atMs] of sentAt) {
      if (nowMs - atMs < everySeconds * 1_000) break
      sentAt.delete(deviceNumber)
      const event = pending.get(deviceNumber)
      if (!event) continue
      pending.delete(deviceNumber)
      sentAt.set(deviceNumber, nowMs)
      due.push(event)
    }
    if (due.length > 0) send(due)
  }, pollEveryMs)
  timer.unref()

  return {
    pass(events) {
      const nowMs = performance.now()
      keptSinceMs ??= nowMs
      return events.filter((event) => {
        if (event.kind !== 'location') return true
        if (isCatchingUp || sentAt.has(event.deviceNumber)) {
          // Kept in the order of the log: the last one sent has the last cursor.
          pending.delete(event.deviceNumber)
          pending.set(event.deviceNumber, event)
          return false
        }
        sentAt.set(event.deviceNumber, nowMs)
        return true
      })
    },
    hasPending: () => pending.size > 0,
    caughtUp,
    stop: () => clearInterval(timer),
  }
}
