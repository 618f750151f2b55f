// The odometer and the hour meter of a device: the last reading, and what was counted since.

import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { deviceNotFound } from '../../devices/device.api.ts'
import { addToOutbox } from '../../events/outbox.api.ts'
import { maxAheadMs } from '../ahead.api.ts'
import { settingRanges } from '../detection/settings.ts'
import { thresholdsBy } from '../effective-settings.ts'
import { earliestMs } from '../epoch.ts'
import type { FoundDevice } from '../trip-settings.queries.ts'
import { findDevice } from '../trip-settings.queries.ts'
import { findZones } from '../trip-state.queries.ts'
import { createZonedDays } from '../zoned-days.ts'
import { readAnchors } from './anchors.ts'
import { countedAt } from './counted-at.ts'
import type { Meter } from './meter.ts'
import { countOf, fromShown, toShown } from './meter.ts'
import { keepPoint } from './points.ts'
import type { CountedState, Reading } from './reading.queries.ts'
import * as queries from './reading.queries.ts'

/** A factor from a shorter distance would be mostly the rounding of the readings. */
const minFactorCm = 1_000_000

export interface ShownReading {
  dateTime: string
  value: number
  note: string | null
  setBy: string
  createdAt: string
  computed: number | null
  drift: number | null
  factor: number | null
}

export interface ShownMeter {
  /** Null if it was never set, and nothing is known of the engine. */
  value: number | null
  dateTime: string | null
  counted: number
  reading: ShownReading | null
}

export interface WantedReading {
  value: number
  dateTime?: string
  note?: string | null
}

export async function getMeter(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  deviceId: string,
  meter: Meter,
  atMs: number | null,
): Promise<{ shown: ShownMeter; version: number }> {
  const db = ctx.db.forAccount(caller.accountId)
  const device = await getDevice(db, caller, deviceId)
  return shownMeter(db, device, meter, atMs === null ? null : Math.max(atMs, earliestMs))
}

async function getDevice(db: AccountDb, caller: Caller, id: string): Promise<FoundDevice> {
  const device = await findDevice(db, caller.scope, id)
  if (!device) throw deviceNotFound(id)
  return device
}

export async function shownMeter(
  db: AccountDb,
  { deviceNumber }: Pick<FoundDevice, 'deviceNumber'>,
  meter: Meter,
  atMs: number | null,
): Promise<{ shown: ShownMeter; version: number }> {
  const state = await queries.findCounted(db, deviceNumber)
  const lastAtMs = state?.open?.untilMs ?? null
  const untilMs = atMs ?? Number.POSITIVE_INFINITY
  const reading = await queries.findReading(db, deviceNumber, meter, atMs ?? farMs)
  const version = await queries.findNewest(db, deviceNumber, meter)
  const total = state ? await countedAt(db, deviceNumber, meter, state, untilMs, null) : 0
  const before = state && reading ? await countedAt(db, deviceNumber, meter, state, reading.atMs, reading) : 0
  const counted = total - before
  const isUnknown = meter === 'engine' && !reading && !hasEngine(state)
  const shownAtMs = lastAtMs === null ? null : Math.min(lastAtMs, untilMs)
  return {
    shown: {
      value: isUnknown ? null : toShown(meter, (reading?.value ?? 0) + counted),
      dateTime:
        shownAtMs === null ? null : new Date(Math.max(shownAtMs, reading?.atMs ?? shownAtMs)).toISOString(),
      counted: toShown(meter, counted),
      reading: reading ? toShownReading(meter, reading) : null,
    },
    version,
  }
}

/** What the meter showed at an instant, in its smallest unit. */
export async function meterAt(
  db: AccountDb,
  deviceNumber: number,
  meter: Meter,
  atMs: number,
): Promise<number> {
  const state = await queries.findCounted(db, deviceNumber)
  const reading = await queries.findReading(db, deviceNumber, meter, atMs)
  if (!state) return reading?.value ?? 0
  const total = await countedAt(db, deviceNumber, meter, state, atMs, null)
  const before = reading ? await countedAt(db, deviceNumber, meter, state, reading.atMs, reading) : 0
  return (reading?.value ?? 0) + total - before
}

/** Later than any reading. */
const farMs = Date.parse('9999-12-31T00:00:00Z')

function hasEngine(state: CountedState | undefined): boolean {
  if (!state) return false
  return (
    state.engineSeconds !== null || Boolean(state.open?.segmentDays.some((one) => one.engineSeconds !== null))
  )
}

function toShownReading(meter: Meter, reading: Reading): ShownReading {
  const { atMs, value, note, createdAt, createdBy, computed, factor } = reading
  return {
    dateTime: new Date(atMs).toISOString(),
    value: toShown(meter, value),
    note,
    setBy: createdBy,
    createdAt: createdAt.toISOString(),
    computed: computed === null ? null : toShown(meter, computed),
    drift: computed === null ? null : toShown(meter, value - computed),
    factor,
  }
}

/** Readings are never changed: another one of the same instant replaces a wrong one. `check` gets the version. */
export async function setMeter(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  meter: Meter,
  wanted: WantedReading,
  check: (version: number) => void,
): Promise<{ shown: ShownMeter; version: number }> {
  const { db } = ctx
  const device = await getDevice(db, caller, deviceId)
  const { deviceNumber } = device
  const now = ctx.now()
  const atMs = wanted.dateTime === undefined ? +now : Date.parse(wanted.dateTime)
  requireTracked(atMs, now)
  const days = createZonedDays(await findZones(db, deviceNumber))
  const { day } = days.at(atMs)
  const state = await queries.lockCounted(db, deviceNumber, day, now)
  check(await queries.findNewest(db, deviceNumber, meter))

  const later = await queries.sumDaysFrom(db, deviceNumber, day)
  const kept = {
    day,
    zone: days.zoneOf(day),
    base: countOf(meter, state) - countOf(meter, later),
    anchors: await readAnchors(db, deviceNumber, atMs, days, state.settings),
  }
  await keepPoint(db, deviceNumber, { atMs, days, anchors: kept.anchors, state, later })
  const value = fromShown(meter, wanted.value)
  const previous = await queries.findReading(db, deviceNumber, meter, atMs)
  const comparison =
    previous && (await compare(db, deviceNumber, meter, state, previous, { atMs, value, kept }))
  await queries.insertReading(db, {
    ...kept,
    ...{
      deviceNumber,
      meter,
      atMs,
      value,
      note: wanted.note ?? null,
      createdAt: now,
      createdBy: caller.userId,
    },
    computed: comparison?.computed ?? null,
    factor: comparison?.factor ?? null,
  })

  const after = {
    dateTime: new Date(atMs).toISOString(),
    value: toShown(meter, value),
    note: wanted.note ?? null,
  }
  const computed = comparison ? toShown(meter, comparison.computed) : null
  if (meter === 'odometer') {
    const event = { id: newId('evt'), type: 'odometer.set', at: now, deviceNumber, deviceId }
    await addToOutbox(ctx, [{ ...event, data: { dateTime: after.dateTime, value: after.value, computed } }])
  }
  const shown = await shownMeter(db, device, meter, null)
  const before = computed === null ? null : { value: computed }
  const action = meter === 'odometer' ? 'odometer.set' : 'engineHours.set'
  await recordChanges(ctx, caller, [{ action, target: deviceId, before, after }])
  return shown
}

function requireTracked(atMs: number, now: Date): void {
  if (atMs >= earliestMs && atMs <= +now + maxAheadMs) return
  throw new InvalidError('body.invalid', 'dateTime must be after 1999, and not in the future.', {
    details: [{ path: 'dateTime', message: 'must be after 1999, and not in the future' }],
  })
}

interface Compared {
  atMs: number
  value: number
  kept: Pick<Reading, 'day' | 'zone' | 'base' | 'anchors'>
}

/** What the meter would show by the reading before, and the factor with which it would show the new one. */
async function compare(
  db: AccountDb,
  deviceNumber: number,
  meter: Meter,
  state: CountedState,
  previous: Reading,
  { atMs, value, kept }: Compared,
): Promise<{ computed: number; factor: number | null }> {
  const until = await countedAt(db, deviceNumber, meter, state, atMs, kept)
  const since = await countedAt(db, deviceNumber, meter, state, previous.atMs, previous)
  const counted = until - since
  const { odometer, odometerFactor } = thresholdsBy(state.settings)(atMs).settings
  const computed = previous.value + counted
  if (meter !== 'odometer' || odometer !== 'computed' || counted < minFactorCm) {
    return { computed, factor: null }
  }
  const [min, max] = settingRanges.odometerFactor
  const factor = Math.round((odometerFactor * (value - previous.value) * 10_000) / counted) / 10_000
  return { computed, factor: factor >= min && factor <= max ? factor : null }
}

/** Returns a reader of pages, the newest first. */
export async function listReadings(ctx: Pick<Context, 'db'>, caller: Caller, deviceId: string, meter: Meter) {
  const db = ctx.db.forAccount(caller.accountId)
  const { deviceNumber } = await getDevice(db, caller, deviceId)
  return (cursor: PageCursor) => queries.listReadings(db, deviceNumber, meter, cursor)
}
