// Attacks on the durable logs, which all accounts share.

import type { Attack } from '../attack.types.ts'
import { report } from './rules.ts'

/** Finding 5: 1.8 MB a call into the location log, which keeps stored messages too. */
export const logFilling: Attack = {
  name: 'log-filling',
  callsPerSecond: 4,
  maxInFlight: 8,
  open: (targets) => {
    const bodies = Array.from({ length: 4 }, (_, index) => bodyOf(1_000, 1_650, Date.now() - index * 60_000))
    const { deviceIds } = targets.own
    return (turn) => report(targets, deviceIds[turn % deviceIds.length]!, turn, bodies[turn % bodies.length]!)
  },
}

/** Finding 5: new locations of 4 kB, each of which is an event too. */
export const eventFlood: Attack = {
  name: 'event-flood',
  callsPerSecond: 4,
  maxInFlight: 8,
  open: (targets) => {
    const { deviceIds } = targets.own
    return (turn) =>
      report(targets, deviceIds[turn % deviceIds.length]!, turn, bodyOf(200, 4_000, Date.now() - 1_000))
  },
}

/** Locations with attributes of about so many bytes each, a millisecond apart. */
function bodyOf(count: number, bytes: number, fromMs: number): string {
  const attributes = Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 900) }, (_, index) => [`a${index}`, 'x'.repeat(880)]),
  )
  const rest = `"latitude":10,"longitude":10,"attributes":${JSON.stringify(attributes)}}`
  const locations = Array.from(
    { length: count },
    (_, index) => `{"dateTime":"${new Date(fromMs + index).toISOString()}",${rest}`,
  )
  return `{"locations":[${locations.join(',')}]}`
}
