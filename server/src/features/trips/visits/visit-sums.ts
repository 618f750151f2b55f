import type { VisitRow } from './visit.types.ts'

/** The sums of a visit that lasts are with the state of the device, which knows them up to its last usable location. */
export function sumsOf(row: VisitRow): { cm: number; idleSeconds: number; untilMs: number } {
  const { geofenceNumber, enteredMs, leftMs } = row
  const open = row.openVisits?.find(
    ({ area, enteredAtMs }) => area === geofenceNumber && enteredAtMs === enteredMs,
  )
  const { cm, idleSeconds } = open ?? row
  return { cm, idleSeconds, untilMs: leftMs ?? (open ? row.untilMs : null) ?? enteredMs }
}
