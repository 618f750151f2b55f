// Brings trips, stops and gaps of some devices of one account up to date, in one transaction.

import { randomUUID } from 'node:crypto'
import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { markFuel } from '../fuel/marking.api.ts'
import { compare } from './changes.ts'
import type { ContextOf } from './computing.ts'
import { continueDevices, createContexts, recomputeDevice, recomputeFrom } from './computing.ts'
import type { WholeSegment } from './detection/matching.ts'
import type { DayDifference } from './device-day.queries.ts'
import * as deviceDays from './device-day.queries.ts'
import { updateSettings } from './device-settings.ts'
import type { Processed } from './processing.types.ts'
import { countProcessed } from './processor-metrics.ts'
import { correctedDevicesOf, correctionsOf, eventsOf } from './publishing.ts'
import type { ChangedDays } from './recent-days.queries.ts'
import { refreshRecentDays } from './recent-days.queries.ts'
import * as segments from './segment.queries.ts'
import { deriveId } from './segment-id.ts'
import { storeSessions } from './sessions/session-processing.ts'
import { addTotals } from './totals.ts'
import { readMarks } from './track-mark.queries.ts'
import * as states from './trip-state.queries.ts'
import type { LockedDevice } from './trip-state.types.ts'
import type { AccountAreas } from './visits/areas.ts'
import { loadAreas } from './visits/areas-cache.ts'
import { storeVisits } from './visits/visit-processing.ts'
import { watchOf } from './watch.ts'
import { followZone } from './zone-change.ts'

/** Of all devices that are recomputed in one transaction. One device may have more. */
const maxRecomputedRows = 200_000
/** The same of an account with large geofences, and how many of its devices are continued at once. */
const maxRecomputedRowsOfLarge = 5_000
const maxDevicesOfLarge = 10
/** A recomputation is followed by a pause of 50 times what it took, at 4 µs a row. */
const pauseMsPerRow = 0.2
const dayMs = 86_400_000
/** A change of geofences becomes visible so long after its instant, at most. */
const areasDelayMs = 15_000

type Needs = Pick<Context, 'db' | 'now' | 'log'>

/** Returns whether there may be more to do at once. */
export async function processDevices(
  ctx: Needs,
  accountId: number,
  deviceNumbers: number[],
): Promise<boolean> {
  const { processed, isMore } = await inTransaction(ctx, accountId, async (tx) => {
    const now = ctx.now()
    const locked = await states.lockDevices(tx.db, deviceNumbers, now)
    if (locked.length === 0) return { processed: [], isMore: false }
    const { timeZone, keepDays, areasVersion, hasFuelSensors } = await states.findAccount(tx.db)
    const keptFromMs = +now - keepDays * dayMs
    for (const device of locked) await followZone(tx.db, device, timeZone, keptFromMs)
    await updateSettings(tx, locked, now)
    const marks = await readMarks(
      tx.db,
      locked.map((one) => one.deviceNumber),
    )
    for (const device of locked) device.marks = marks.get(device.deviceNumber) ?? device.marks
    const areas = await loadAreas(ctx.db, tx.db, areasVersion)
    if (areas) for (const device of locked) device.areasFromMs = areasFrom(device, areas)
    const contextOf = createContexts(locked, timeZone, areas)

    const isLarge = areas?.isLarge ?? false
    const inOrder = locked
      .filter((device) => recomputeFrom(device) === null)
      .slice(0, isLarge ? maxDevicesOfLarge : locked.length)
    const late = locked.filter((device) => recomputeFrom(device) !== null)
    const processed = await continueDevices(tx, inOrder, contextOf, isLarge)
    let recomputedRows = 0
    for (const device of late) {
      if (recomputedRows > (isLarge ? maxRecomputedRowsOfLarge : maxRecomputedRows)) break
      const one = await recomputeDevice(tx, device, contextOf(device), keptFromMs)
      recomputedRows += one.rows
      processed.push(one)
    }

    await compareWithStored(tx, processed, contextOf)
    await write(tx, processed, contextOf, { now, timeZone })
    if (areas) await addToOutbox(tx, await storeVisits(tx.db, processed, areas, now))
    await addToOutbox(tx, await storeSessions(tx, processed, now))
    if (hasFuelSensors) await markFuel(tx.db, processed.filter(hasStopReadings).map(changedPart), now)
    await states.saveStates(
      tx.db,
      processed.map(({ device, found, isRecomputed, open, rows, readUntilMs }) => ({
        deviceNumber: device.deviceNumber,
        state: found.state,
        settings: device.settings,
        zone: device.zone,
        zones: device.zones,
        open,
        readUntilMs,
        lateCount: device.lateCount,
        notBeforeMs: isRecomputed ? +now + rows * pauseMsPerRow : Number.NEGATIVE_INFINITY,
        watch: watchOf(found.state, contextOf(device).thresholdsAt(found.state.lastAtMs), areas),
      })),
      now,
    )
    const marked = processed.map(({ device }) => device).filter((device) => device.late !== null)
    if (marked.length > 0) await states.clearMarks(tx.db, marked)
    return { processed, isMore: processed.length < locked.length }
  })
  countProcessed(processed)
  return isMore || processed.some(({ device, readUntilMs }) => readUntilMs < device.latestAtMs)
}

/** Where the device was processed without knowing of a change of geofences that counts already. Null: nowhere. */
function areasFrom({ state, processedAtMs }: LockedDevice, areas: AccountAreas): number | null {
  return areas.changedAtMs(processedAtMs - areasDelayMs, state.lastAtMs) ?? null
}

/** While a device is on a trip, its stops stay as they are. */
function hasStopReadings({ isRecomputed, open, changes }: Processed): boolean {
  return isRecomputed || open?.segment.kind === 'stop' || (changes?.written.length ?? 0) > 0
}

/** What was decided up to the last location before stands, and so does what was not recomputed. */
function changedPart({ device, found }: Processed) {
  const untilMs = found.until?.lastAtMs ?? Number.POSITIVE_INFINITY
  return { deviceNumber: device.deviceNumber, fromMs: found.from.lastAtMs, untilMs }
}

async function compareWithStored(
  { db }: Pick<Tx, 'db'>,
  processed: Processed[],
  contextOf: ContextOf,
): Promise<void> {
  const changed = processed.filter(hasResult)
  if (changed.length === 0) return
  const ranges = changed.map(({ device, found }) => ({
    deviceNumber: device.deviceNumber,
    fromMs: found.from.beganAtMs,
    untilMs: found.until?.beganAtMs ?? Number.POSITIVE_INFINITY,
  }))
  const stored = await segments.readStored(db, ranges)
  for (const one of changed) {
    const { days } = contextOf(one.device)
    const dayAt = (instantMs: number) => days.at(instantMs).day
    const part = stored.get(one.device.deviceNumber)!
    const newId = one.isRecomputed
      ? () => randomUUID()
      : (segment: WholeSegment) => deriveId(one.device, one.stateAtMs, segment)
    one.changes = compare(one.found, one.open, part, dayAt, newId)
  }
}

/** Most runs only move the state forward. */
function hasResult({ found, isRecomputed, open }: Processed): boolean {
  const { segments: ended, segmentDays, openings } = found.detected
  if (ended.length > 0 || segmentDays.length > 0 || openings.length > 0) return true
  return isRecomputed || open?.segment.beganAtMs !== found.from.beganAtMs
}

async function write(
  tx: Pick<Tx, 'db'>,
  processed: Processed[],
  contextOf: ContextOf,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const { db } = tx
  const withDevice = <T extends object>(pick: (one: Processed) => T[]) =>
    processed.flatMap((one) => pick(one).map((row) => ({ ...row, deviceNumber: one.device.deviceNumber })))
  const withZone = <T extends { day: string }>(pick: (one: Processed) => T[]) =>
    withDevice((one) => {
      const { days } = contextOf(one.device)
      return pick(one).map((row) => ({ ...row, zone: days.zoneOf(row.day) }))
    })
  const unless = async <T>(rows: T[], save: (rows: T[]) => Promise<void>) => {
    if (rows.length > 0) await save(rows)
  }
  const removed = withDevice(({ changes }) => (changes?.removed ?? []).map((beganAtMs) => ({ beganAtMs })))
  await unless(removed, (rows) => segments.deleteSegments(db, rows))
  await unless(
    withDevice(({ changes }) => (changes ? [...changes.written, ...changes.regrouped] : [])),
    (rows) => segments.insertSegments(db, rows),
  )
  await unless(
    withDevice(({ changes }) => changes?.removedDays ?? []),
    (rows) => segments.deleteSegmentDays(db, rows),
  )
  await unless(
    withDevice(({ changes }) => changes?.writtenDays ?? []),
    (rows) => segments.insertSegmentDays(db, rows),
  )
  const differences: DayDifference[] = []
  for (const { device, found, isRecomputed } of processed) {
    if (!isRecomputed) continue
    const range = {
      openingFrom: found.from.openingDay,
      openingUntil: found.until?.openingDay ?? null,
      countsFrom: found.from.countsDay,
      countsUntil: found.until?.countsDay ?? null,
    }
    differences.push(...(await deviceDays.clearDays(db, device.deviceNumber, range)))
  }
  await unless(
    withZone(({ found }) => found.detected.openings),
    (rows) => deviceDays.saveOpenings(db, rows),
  )
  await unless(
    withZone(({ found }) => found.detected.days),
    (rows) => deviceDays.saveCounts(db, rows),
  )
  differences.push(...(await refreshDays(tx, processed, contextOf)))
  await addTotals(
    tx,
    processed.map(({ device }) => device),
    differences,
  )
  await unless(processed.flatMap(changedDaysOf), (rows) => refreshRecentDays(db, rows, { now, timeZone }))
  await unless(processed.flatMap(correctionsOf), (rows) => segments.insertCorrections(db, rows, now))
  const events = processed.flatMap((one) => eventsOf(one, now))
  await addToOutbox(tx, events)
  await unless(correctedDevicesOf(events), (numbers) => states.saveCorrectedEvents(db, numbers, now))
}

/** From which day on the days of the device may differ from before. */
function changedDaysOf({ device, changes, found, isRecomputed }: Processed): ChangedDays[] {
  const { openings, days } = found.detected
  const { openingDay, countsDay } = found.from
  const list = [
    ...(isRecomputed ? [openingDay, countsDay] : []),
    ...(changes?.days ? [changes.days.first] : []),
    ...[...openings, ...days].map(({ day }) => day),
  ].sort()
  return list.length === 0 ? [] : [{ deviceNumber: device.deviceNumber, from: list[0]! }]
}

async function refreshDays(
  { db }: Pick<Tx, 'db'>,
  processed: Processed[],
  contextOf: ContextOf,
): Promise<DayDifference[]> {
  const spans = processed.flatMap(({ device, changes, found }) => {
    const list = [changes?.days?.first, changes?.days?.last, ...found.detected.openings.map(({ day }) => day)]
    const known = list.filter((day) => day !== undefined).sort()
    if (known.length === 0) return []
    return [{ deviceNumber: device.deviceNumber, first: known[0]!, last: known.at(-1)! }]
  })
  if (spans.length === 0) return []
  const listed = await deviceDays.listDays(db, spans)
  if (listed.length === 0) return []
  const daysOf = new Map(processed.map(({ device }) => [device.deviceNumber, contextOf(device).days]))
  return deviceDays.refreshSums(
    db,
    listed.map(({ deviceNumber, day }) => ({ deviceNumber, ...daysOf.get(deviceNumber)!.of(day) })),
  )
}
