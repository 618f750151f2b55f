// The trips, stops and gaps of one device, newest first.

import type { Context } from '../../../platform/context.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../../platform/http/cursors.ts'
import type { Chunk } from '../../../platform/http/paging.ts'
import type { NamePlace } from '../../places/place.api.ts'
import type { SegmentKind } from '../detection/detection.types.ts'
import { withDriving } from '../driving/driving.ts'
import type { DeviceTrack } from './device-track.ts'
import { readTrack } from './device-track.ts'
import type { ReadSegment, TimeRange } from './reading.types.ts'
import * as queries from './segment-read.queries.ts'
import { toViewWithin } from './segment-view.ts'
import { toReadSegment, withDays } from './stored-segments.ts'
import { withFuel } from './trip-fuel.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config'>

export interface SegmentPage extends Chunk {
  nextCursor: string | undefined
}

export interface Wanted {
  kinds: readonly SegmentKind[]
  period: TimeRange
  namePlace: NamePlace
}

const cursorShape = /^segment (-?\d{1,16})$/

export function pageOfDevice(
  ctx: Needs,
  caller: Caller,
  deviceId: string,
  wanted: Wanted,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<SegmentPage> {
  const { access } = ctx.config
  const { accountId } = caller
  const beforeMs =
    cursor === undefined
      ? Number.POSITIVE_INFINITY
      : Number(openCursor(access, accountId, cursor, cursorShape)[0])
  return inSnapshot(ctx, accountId, async (tx) => {
    const track = await readTrack(tx, caller, deviceId)
    const inMemory = track.segments
      .filter((segment) => isWanted(segment, wanted, beforeMs, tx.now()))
      .toReversed()
    const rows = await queries.listOfDevice(
      tx.db,
      track.deviceNumber,
      { ...wanted, beforeMs: Math.min(beforeMs, track.fromMs) },
      Math.max(0, limit + 1 - inMemory.length),
    )
    const stored = rows.map((row) => toReadSegment(row, deviceId, track.thresholdsAt))
    const all = [...inMemory, ...(await withDays(tx.db, stored, wanted.period))]
    const page = await withFuel(tx.db, all.slice(0, limit))
    const last = all.length > limit ? page.at(-1) : undefined
    return {
      ...toChunk(await withDriving(tx.db, page), wanted, track),
      nextCursor: last && sealCursor(access, accountId, `segment ${last.beganAtMs}`),
    }
  })
}

/** An open segment lasts until now. */
export function isWithin(
  { beganAtMs, endedAtMs }: ReadSegment,
  { fromMs, toMs }: TimeRange,
  now: Date,
): boolean {
  return beganAtMs < toMs && (endedAtMs ?? +now) > fromMs
}

function isWanted(segment: ReadSegment, { kinds, period }: Wanted, beforeMs: number, now: Date): boolean {
  return kinds.includes(segment.kind) && segment.beganAtMs < beforeMs && isWithin(segment, period, now)
}

function toChunk(
  segments: ReadSegment[],
  { period, namePlace }: Wanted,
  { days }: Pick<DeviceTrack, 'days'>,
): Chunk {
  const views = segments.map((segment) => JSON.stringify(toViewWithin(segment, period, days, namePlace)))
  return { json: views.join(','), count: views.length }
}
