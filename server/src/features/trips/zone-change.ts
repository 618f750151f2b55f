// An account has changed its time zone: the days of a device whose locations are still kept are computed again.

import type { AccountDb } from '../../platform/db/db.ts'
import { findStart } from './recomputing.ts'
import type { LockedDevice } from './trip-state.types.ts'
import type { ZonePeriod } from './zoned-days.ts'
import { changeZone, createZonedDays } from './zoned-days.ts'

/** `keptFromMs`: earlier locations are no longer kept. */
export async function followZone(
  db: AccountDb,
  device: LockedDevice,
  zone: string,
  keptFromMs: number,
): Promise<void> {
  const { zone: former, zones, state } = device
  device.zone = zone
  if (former === null || former === zone) return
  if (!Number.isFinite(state.lastAtMs)) {
    device.zones = null
    return
  }
  const periods = zones ?? ([[null, former]] satisfies ZonePeriod[])
  const days = createZonedDays(periods)
  const closedDay = days.at(keptFromMs).day
  const start = await findStart(db, device.deviceNumber, Number.NEGATIVE_INFINITY, closedDay, days)
  device.redo = {
    fromMs: Number.NEGATIVE_INFINITY,
    untilMs: null,
    cause: device.redo?.cause ?? 'settings',
    start,
  }
  if (start === null) device.zones = null
  else {
    const kept =
      start === 'closed'
        ? { day: state.day, startMs: state.lastAtMs + 1 }
        : { day: start.day, startMs: days.of(start.day).startMs }
    const changed = changeZone(periods, zone, kept)
    device.zones = changed.length === 1 ? null : changed
  }
}
