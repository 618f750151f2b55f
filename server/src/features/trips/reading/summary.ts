// Sums over whole days: of each device, of each group, or of all devices by day, week or month.

import type { Static } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../../platform/http/cursors.ts'
import type { LocalDay } from '../detection/local-days.ts'
import { createLocalDays } from '../detection/local-days.ts'
import { toMetres, toMetresPerSecond } from '../measures.api.ts'
import type { DateRange } from './date-range.ts'
import { listDates } from './date-range.ts'
import type { SummaryKey, SummaryView } from './day.schema.ts'
import { findTimeZone } from './segment-read.queries.ts'
import type { BucketDay, SummarySums } from './summary.queries.ts'
import * as queries from './summary.queries.ts'
import { addOpen, addStored, emptySums } from './summary-sums.ts'

export type Summary = Static<typeof SummaryView>
type Needs = Pick<Context, 'db' | 'config'>

/** Of one statement. A year of so many devices has some 100,000 days. */
const devicesAtOnce = 250
/** Groups may share all devices: a page that takes longer ends early. */
const groupsBudgetMs = 2_000

export interface SummaryFilter {
  by: SummaryKey
  range: DateRange
  groupId: string | undefined
}

export interface SummaryPage {
  summaries: Summary[]
  nextCursor: string | undefined
}

const cursorShape = /^summary (\d{1,15})$/

export async function pageSummaries(
  ctx: Needs,
  caller: Caller,
  filter: SummaryFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<SummaryPage> {
  const { access } = ctx.config
  const { accountId } = caller
  const db = ctx.db.forAccount(accountId)
  const dates = listDates(filter.range, createLocalDays(await findTimeZone(db)))
  if (dates.length === 0) return { summaries: [], nextCursor: undefined }
  const after = cursor === undefined ? 0 : Number(openCursor(access, accountId, cursor, cursorShape)[0])
  if (filter.by !== 'device' && filter.by !== 'group') {
    return { summaries: await sumByTime(db, caller, filter, dates), nextCursor: undefined }
  }
  const list = filter.by === 'device' ? queries.listDevices : queries.listGroups
  const listed = await list(db, caller.scope, { groupId: filter.groupId, after, limit: limit + 1 })
  const page = listed.slice(0, limit)
  const summaries =
    filter.by === 'device' ? await sumByDevice(db, page, dates) : await sumByGroup(db, caller, page, dates)
  const last = listed.length > summaries.length ? page[summaries.length - 1] : undefined
  return { summaries, nextCursor: last && sealCursor(access, accountId, `summary ${last.number}`) }
}

async function sumByDevice(
  db: AccountDb,
  devices: queries.ListedDevice[],
  dates: LocalDay[],
): Promise<Summary[]> {
  const days = dates.map((date) => ({ ...date, bucket: 0 }))
  const found = new Map<number, SummarySums>()
  for (let start = 0; start < devices.length; start += devicesAtOnce) {
    const numbers = devices.slice(start, start + devicesAtOnce).map(({ number }) => number)
    const { sums, opens } = await queries.sumDays(db, numbers, days, { byDevice: true })
    for (const one of sums) found.set(one.deviceNumber, one)
    for (const one of opens) {
      const into = found.get(one.deviceNumber) ?? emptySums(one.deviceNumber, 0)
      found.set(one.deviceNumber, into)
      addOpen(() => into, one, days)
    }
  }
  return devices.map(({ number, id }) => ({
    deviceId: id,
    ...toView(found.get(number) ?? emptySums(number, 0), dates),
  }))
}

async function sumByGroup(
  db: AccountDb,
  caller: Caller,
  groups: queries.ListedDevice[],
  dates: LocalDay[],
): Promise<Summary[]> {
  const days = dates.map((date) => ({ ...date, bucket: 0 }))
  const summaries: Summary[] = []
  const startedAtMs = performance.now()
  for (const { id } of groups) {
    const [sums] = await sumAll(db, caller, id, days)
    summaries.push({ groupId: id, ...toView(sums!, dates) })
    if (performance.now() - startedAtMs > groupsBudgetMs) break
  }
  return summaries
}

async function sumByTime(
  db: AccountDb,
  caller: Caller,
  { by, groupId }: SummaryFilter,
  dates: LocalDay[],
): Promise<Summary[]> {
  const buckets = [...Map.groupBy(dates, ({ day }) => periodOf(day, by)).values()]
  const days = buckets.flatMap((some, bucket) => some.map((date) => ({ ...date, bucket })))
  const sums = await sumAll(db, caller, groupId, days)
  return buckets.map((some, bucket) => toView(sums[bucket]!, some))
}

/** The first day of the week or month. */
function periodOf(day: string, by: SummaryKey): string {
  const date = Temporal.PlainDate.from(day)
  if (by === 'week') return date.subtract({ days: date.dayOfWeek - 1 }).toString()
  return by === 'month' ? date.with({ day: 1 }).toString() : day
}

/** Of all devices that the caller sees, some at a time: no statement grows with the fleet. */
async function sumAll(
  db: AccountDb,
  { scope }: Caller,
  groupId: string | undefined,
  days: BucketDay[],
): Promise<SummarySums[]> {
  const totals = Array.from({ length: days.at(-1)!.bucket + 1 }, (_, bucket) => emptySums(0, bucket))
  let after = 0
  for (;;) {
    const devices = await queries.listDevices(db, scope, { groupId, after, limit: devicesAtOnce })
    if (devices.length === 0) return totals
    const numbers = devices.map(({ number }) => number)
    addStored(totals, await queries.sumDays(db, numbers, days, { byDevice: false }), days)
    after = devices.at(-1)!.number
  }
}

function toView(sums: SummarySums, dates: LocalDay[]): Summary {
  const { devices, trips, stops, tripSeconds, stopSeconds, gapSeconds } = sums
  const { idleSeconds, idlings, engineSeconds, topSpeed, locations } = sums
  return {
    from: dates[0]!.day,
    to: dates.at(-1)!.day,
    devices,
    trips,
    stops,
    distance: toMetres(sums.cm),
    tripDistance: toMetres(sums.tripCm),
    bridgedDistance: toMetres(sums.bridgedCm),
    tripSeconds,
    stopSeconds,
    gapSeconds,
    idleSeconds,
    idlings,
    engineSeconds,
    maxSpeed: topSpeed === null ? null : toMetresPerSecond(topSpeed),
    locations,
  }
}
