// Sums of devices by day, for reports. All statements see the snapshot that the caller reads in.

import type { AccountDb } from '../../platform/db/db.ts'
import type { LocalDay } from './detection/local-days.ts'
import { createLocalDays } from './detection/local-days.ts'
import { plus } from './detection/sums.ts'
import { listDates } from './reading/date-range.ts'
import { findTimeZone } from './reading/segment-read.queries.ts'
import type { SummarySums } from './reading/summary.queries.ts'
import { sumDays, sumDevices as sumStoredDevices } from './reading/summary.queries.ts'
import { add, addOpen, addStored, emptySums } from './reading/summary-sums.ts'

export type { LocalDay } from './detection/local-days.ts'
export type { SummarySums } from './reading/summary.queries.ts'

/** The days of a period in the time zone of the account. Throws if there are too many, or none. */
export async function listDays(
  db: AccountDb,
  range: { from: string; to: string },
): Promise<{ timeZone: string; dates: LocalDay[] }> {
  const timeZone = await findTimeZone(db)
  return { timeZone, dates: listDates(range, createLocalDays(timeZone)) }
}

/** By device number; the sums of a day are at its index in `dates`. Days of which nothing is known are absent. */
export async function sumDeviceDays(
  db: AccountDb,
  deviceNumbers: number[],
  dates: LocalDay[],
): Promise<Map<number, (SummarySums | undefined)[]>> {
  const days = dates.map((date, bucket) => ({ ...date, bucket }))
  const { sums, opens } = await sumDays(db, deviceNumbers, days, { byDevice: true })
  const found = new Map<number, (SummarySums | undefined)[]>(deviceNumbers.map((number) => [number, []]))
  for (const one of sums) found.get(one.deviceNumber)![one.bucket] = one
  for (const one of opens) {
    const byDay = found.get(one.deviceNumber)!
    const sumsOf = (bucket: number) => {
      byDay[bucket] ??= emptySums(one.deviceNumber, bucket)
      return byDay[bucket]
    }
    addOpen(sumsOf, one, days)
  }
  return found
}

export type DayUse = Pick<SummarySums, 'tripSeconds' | 'engineSeconds' | 'locations'>

export interface DeviceUse {
  sums: SummarySums
  /** At the index of its date. Days of which nothing is known are absent. */
  days: DayUse[]
}

/** By device number. What a report with a line per device needs: a row a device is read, not one a day. */
export async function sumDevices(
  db: AccountDb,
  deviceNumbers: number[],
  dates: LocalDay[],
): Promise<Map<number, DeviceUse>> {
  const { sums, opens } = await sumStoredDevices(db, deviceNumbers, dates)
  const uses = new Map(
    deviceNumbers.map((number): [number, DeviceUse] => [number, { sums: emptySums(number, 0), days: [] }]),
  )
  for (const { days, ...sumsOfDevice } of sums) {
    const use = uses.get(sumsOfDevice.deviceNumber)!
    use.sums = sumsOfDevice
    for (const [index, tripSeconds, engineSeconds, locations] of days) {
      use.days[index] = { tripSeconds, engineSeconds, locations }
    }
  }
  const days = dates.map((date, bucket) => ({ ...date, bucket }))
  for (const one of opens) {
    const use = uses.get(one.deviceNumber)!
    const parts: SummarySums[] = []
    const partOf = (bucket: number) => {
      parts[bucket] ??= emptySums(one.deviceNumber, bucket)
      return parts[bucket]
    }
    addOpen(partOf, one, days)
    parts.forEach((part, index) => {
      add(use.sums, part)
      const { tripSeconds, engineSeconds, locations } = use.days[index] ?? emptySums(one.deviceNumber, index)
      use.days[index] = {
        tripSeconds: tripSeconds + part.tripSeconds,
        engineSeconds: plus(engineSeconds, part.engineSeconds),
        locations: locations + part.locations,
      }
    })
  }
  return uses
}

/** Of all these devices together, by index of the date. */
export async function sumFleetDays(
  db: AccountDb,
  deviceNumbers: number[],
  dates: LocalDay[],
): Promise<SummarySums[]> {
  const days = dates.map((date, bucket) => ({ ...date, bucket }))
  const totals = days.map(({ bucket }) => emptySums(0, bucket))
  addStored(totals, await sumDays(db, deviceNumbers, days, { byDevice: false }), days)
  return totals
}
