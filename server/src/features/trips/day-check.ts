// Recomputes one day of a device from its opening, and compares everything that it leads to with what is stored. If every
// day leads to the next opening, the stored days are those of one pass over the whole track.

import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { compare } from './changes.ts'
import * as queries from './check.queries.ts'
import type { Difference, SampledDay } from './check.types.ts'
import type { DetectorContext } from './detection/advance.ts'
import type { DayCounts } from './detection/detection.types.ts'
import type { Boundary, Recomputed } from './detection/window.ts'
import { openWindow } from './detection/window.ts'
import { listWrongSums } from './device-day.queries.ts'
import { thresholdsBy } from './effective-settings.ts'
import { hasOtherTotals } from './recent-days.queries.ts'
import { readStored } from './segment.queries.ts'
import { readStoredSessions } from './sessions/session.queries.ts'
import { compareSessions } from './sessions/session-changes.ts'
import { isCurrent } from './state-version.ts'
import { readTracks } from './track.ts'
import { readMarks } from './track-mark.queries.ts'
import { findAccount, lockDevices } from './trip-state.queries.ts'
import type { LockedDevice } from './trip-state.types.ts'
import { loadAreas } from './visits/areas-cache.ts'
import { readStoredVisits } from './visits/visit.queries.ts'
import { compareVisits } from './visits/visit-changes.ts'
import { createZonedDays } from './zoned-days.ts'

const dayMs = 86_400_000
const rowsPerRead = 10_000
/** A day with more is not checked. */
const maxRows = 200_000

/** Holds the lock of the device's state, so that the processor waits. Undefined: nothing differs. */
export function checkDay(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  { accountId, deviceNumber, day: wanted }: SampledDay,
): Promise<Difference | undefined | 'skipped'> {
  return inTransaction(ctx, accountId, async ({ db }) => {
    const now = ctx.now()
    const { timeZone, keepDays, areasVersion } = await findAccount(db)
    const [device] = await lockDevices(db, [deviceNumber], now)
    // What is not processed yet would be a difference.
    if (!device || device.late || device.redo || device.zone !== timeZone) return 'skipped'
    const days = createZonedDays(device.zones ?? [[null, timeZone]])
    const marks = (await readMarks(db, [deviceNumber])).get(deviceNumber) ?? device.marks
    const areas = await loadAreas(ctx.db, db, areasVersion)
    const context = { days, thresholdsAt: thresholdsBy(device.settings), marks, areas }
    const after = days.at(+now - keepDays * dayMs).day
    const range = { after, before: device.state.day || after, day: wanted }
    const checked = await queries.findDay(db, deviceNumber, range)
    if (!checked || !isCurrent(checked.state)) return 'skipped'
    const found = await recomputeDay(db, deviceNumber, checked, context)
    if (!found) return 'skipped'
    const what = await differenceOf(db, device, checked, found, context)
    if (!what) return undefined
    // Rows that came late meanwhile are not processed yet.
    if ((await queries.findLateCount(db, deviceNumber)) !== device.lateCount) return 'skipped'
    const names = await queries.findNames(db, deviceNumber)
    return names && { accountId, deviceNumber, ...names, day: checked.day, what }
  })
}

async function recomputeDay(
  db: AccountDb,
  deviceNumber: number,
  { day, state, nextDay }: queries.CheckedDay,
  context: DetectorContext,
): Promise<Recomputed | undefined> {
  const nextOpening = await queries.readOpening(db, deviceNumber, nextDay)
  const window = openWindow(
    {
      opening: { day, state },
      newestLateAtMs: Number.NEGATIVE_INFINITY,
      findOpening: (other) => (other === nextDay ? nextOpening : undefined),
    },
    context,
  )
  const untilMs = context.days.of(nextDay).endMs - 1
  let rows = 0
  let afterMs = context.days.of(day).startMs - 1
  for (let isDone = false; !isDone && afterMs < untilMs; ) {
    const part = { deviceNumber, afterMs, untilMs }
    const { locations, readUntilMs } = (await readTracks(db, [part], rowsPerRead)).get(deviceNumber)!
    rows += locations.length
    if (rows > maxRows) return undefined
    isDone = locations.some((location) => window.push(location))
    afterMs = readUntilMs
  }
  return window.end()
}

async function differenceOf(
  db: AccountDb,
  { deviceNumber }: LockedDevice,
  { day, state, nextDay }: queries.CheckedDay,
  found: Recomputed,
  { days }: DetectorContext,
): Promise<string | undefined> {
  const { from, until, detected } = found
  if (!until) return `the state before ${nextDay}`
  const [opening, ...others] = detected.openings
  if (opening?.day !== day || opening.state !== state || others.length > 0) return 'the days with locations'
  const range = { deviceNumber, fromMs: from.beganAtMs, untilMs: until.beganAtMs }
  const stored = (await readStored(db, [range])).get(deviceNumber)!
  const changes = compare(
    found,
    null,
    stored,
    (instantMs) => days.at(instantMs).day,
    () => randomUUID(),
  )
  if (changes.removed.length > 0 || changes.written.length > 0) return 'trips, stops or gaps'
  if (changes.removedDays.length > 0 || changes.writtenDays.length > 0) return 'the sums of a segment by day'
  if (await hasOtherCounts(db, deviceNumber, from, until, detected.days)) return 'the number of locations'
  if (await hasOtherVisits(db, deviceNumber, found)) return 'visits'
  if (await hasOtherSessions(db, deviceNumber, found)) return 'sessions of drivers'
  const wrong = await listWrongSums(db, [{ deviceNumber, ...days.of(day) }])
  if (wrong.length > 0) return 'the sums of the day'
  return (await hasOtherTotals(db, deviceNumber, day)) ? 'the running totals of recent days' : undefined
}

async function hasOtherVisits(
  db: AccountDb,
  deviceNumber: number,
  { from, until, detected }: Recomputed,
): Promise<boolean> {
  const range = { deviceNumber, afterMs: from.lastAtMs, untilMs: until!.lastAtMs, hasOpen: false }
  const stored = (await readStoredVisits(db, [range])).get(deviceNumber) ?? []
  const { removed, written } = compareVisits(stored, detected.visits, null)
  return removed.length > 0 || written.length > 0
}

async function hasOtherSessions(
  db: AccountDb,
  deviceNumber: number,
  { from, until, detected }: Recomputed,
): Promise<boolean> {
  const range = { deviceNumber, afterMs: from.lastAtMs, untilMs: until!.lastAtMs, hasOpen: false }
  const stored = (await readStoredSessions(db, [range])).get(deviceNumber) ?? []
  const { removed, written } = compareSessions(stored, detected.sessions, undefined)
  return removed.length > 0 || written.length > 0
}

async function hasOtherCounts(
  db: AccountDb,
  deviceNumber: number,
  { countsDay: from }: Boundary,
  { countsDay: until }: Boundary,
  found: DayCounts[],
): Promise<boolean> {
  const textOf = ({ day, locations, ahead, coordinates, accuracy, jump }: DayCounts) =>
    [day, locations, ahead, coordinates, accuracy, jump].join()
  const isCounted = (counts: DayCounts) => counts.locations + counts.ahead > 0
  const stored = await queries.readCounts(db, deviceNumber, { from, until })
  return stored.filter(isCounted).map(textOf).join('\n') !== found.filter(isCounted).map(textOf).join('\n')
}
