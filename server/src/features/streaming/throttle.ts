// Limits each device to one location per interval. The last one of an interval is sent when the interval ends.

import type { LoggedEvent } from '../events/event.types.ts'

const pollEveryMs = 500

export interface Throttle {
  /** The events to send now. */
  pass(events: readonly LoggedEvent[]): LoggedEvent[]
  stop(): void
}

export function createThrottle(everySeconds: number, send: (events: LoggedEvent[]) => void): Throttle {
  /** Ordered by the start of their interval. */
  const sentAt = new Map<number, number>()
  const pending = new Map<number, LoggedEvent>()

  const timer = setInterval(() => {
    const nowMs = performance.now()
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
      return events.filter((event) => {
        if (event.kind !== 'location') return true
        if (sentAt.has(event.deviceNumber)) {
          pending.set(event.deviceNumber, event)
          return false
        }
        sentAt.set(event.deviceNumber, nowMs)
        return true
      })
    },
    stop: () => clearInterval(timer),
  }
}
