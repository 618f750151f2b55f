// Incidents of devices in a period, for reports: computed from the stored locations whenever they are read, so that late
// locations need nothing more.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import { thresholdsBy } from '../effective-settings.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import { listSettingsPeriods, readIncidentRows } from './incident.queries.ts'
import type { DrivingLimits, Incident } from './incident.types.ts'
import { createIncidentFinder } from './incidents.ts'

export type { HarshKind, Incident, IncidentKind } from './incident.types.ts'

/** Some milliseconds of the database. */
const rowsPerPart = 20_000

/** The limits in force at each instant, with the settings of that time. */
export interface LimitsOfDevice {
  at(atMs: number): DrivingLimits
  /** Parts of the period, each with one set of limits. */
  within(period: TimeRange): (TimeRange & { limits: DrivingLimits })[]
}

export async function readDrivingLimits(
  db: AccountDb,
  deviceNumbers: number[],
): Promise<(deviceNumber: number) => LimitsOfDevice> {
  const periods = await listSettingsPeriods(db, deviceNumbers)
  return (deviceNumber) => limitsBy(periods.get(deviceNumber) ?? null)
}

export function limitsBy(periods: SettingsPeriod[] | null): LimitsOfDevice {
  const thresholdsAt = thresholdsBy(periods)
  const at = (atMs: number): DrivingLimits => {
    const { speedLimitKmh, maxKmh, accuracyMetres, odometerFactor } = thresholdsAt(atMs).settings
    return { limitKmh: speedLimitKmh, maxKmh, accuracyMetres, odometerFactor }
  }
  return {
    at,
    within({ fromMs, toMs }) {
      const changes = (periods ?? []).flatMap(([changeMs]) => changeMs ?? [])
      const starts = [fromMs, ...changes.filter((changeMs) => changeMs > fromMs && changeMs < toMs)]
      return starts.map((startMs, index) => ({
        fromMs: startMs,
        toMs: starts[index + 1] ?? toMs,
        limits: at(startMs),
      }))
    },
  }
}

export interface ReadIncidents {
  incidents: Incident[]
  /** How many locations were looked at. */
  scanned: number
}

/** Some at a time, about in the order of time: a span comes when it has ended. */
export async function* readIncidents(
  db: AccountDb,
  deviceNumber: number,
  period: TimeRange,
  limitsOf: LimitsOfDevice,
  limit = rowsPerPart,
): AsyncGenerator<ReadIncidents> {
  for (const { limits, ...range } of limitsOf.within(period)) {
    const finder = createIncidentFinder(limits)
    let after: Awaited<ReturnType<typeof readIncidentRows>>['end']
    for (let isComplete = false; !isComplete; ) {
      const part = await readIncidentRows(db, deviceNumber, range, limits, { after, limit })
      isComplete = part.scanned < limit
      after = part.end
      const incidents = part.rows.flatMap((row) => finder.take(row))
      yield { incidents: isComplete ? [...incidents, ...finder.end()] : incidents, scanned: part.scanned }
    }
  }
}
