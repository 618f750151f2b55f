// Sums of devices by day, for reports. All statements see the snapshot that the caller reads in.

import type { AccountDb } from '../../platform/db/db.ts'
import type { LocalDay } from './detection/local-days.ts'
import { createLocalDays } from './detection/local-days.ts'
import { listDates } from './reading/date-range.ts'
import { findTimeZone } from './reading/segment-read.queries.ts'
import type { SummarySums } from './reading/summary.queries.ts'
import { sumDays } from './reading/summary.queries.ts'
import { add, addOpen, emptySums } from './reading/summary-sums.ts'

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

export function addUp(deviceNumber: number, byDay: readonly (SummarySums | undefined)[]): SummarySums {
  const total = emptySums(deviceNumber, 0)
  for (const one of byDay) if (one) add(total, one)
  return total
}
