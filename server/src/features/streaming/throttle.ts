// At most one location of each device in a while. The last one of a while is not lost: it is told when the while is over.

import type { LoggedEvent } from '../events/event.types.ts'

const lookEveryMs = 500

export interface Thinner {
  /** Those to be told at once. */
  pass(events: readonly LoggedEvent[]): LoggedEvent[]
  stop(): void
}

export function createThinner(everySeconds: number, tell: (events: LoggedEvent[]) => void): Thinner {
  /** In the order in which their whiles began. */
  const toldAt = new Map<number, number>()
  const kept = new Map<number, LoggedEvent>()

  const timer = setInterval(() => {
    const nowMs = performance.now()
    const due: LoggedEvent[] = []
    for (const [deviceNumber, atMs] of toldAt) {
      if (nowMs - atMs < everySeconds * 1_000) break
      toldAt.delete(deviceNumber)
      const event = kept.get(deviceNumber)
      if (!event) continue
      kept.delete(deviceNumber)
      toldAt.set(deviceNumber, nowMs)
      due.push(event)
    }
    if (due.length > 0) tell(due)
  }, lookEveryMs)
  timer.unref()

  return {
    pass(events) {
      const nowMs = performance.now()
      return events.filter((event) => {
        if (event.kind !== 'location') return true
        if (toldAt.has(event.deviceNumber)) {
          kept.set(event.deviceNumber, event)
          return false
        }
        toldAt.set(event.deviceNumber, nowMs)
        return true
      })
    },
    stop: () => clearInterval(timer),
  }
}
