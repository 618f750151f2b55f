// A single trip, stop or gap.

import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { NamePlace } from '../../places/place.api.ts'
import { algorithm } from '../detection/state.ts'
import { withDriving } from '../driving/driving.ts'
import { deviceNumberOf, fromSegmentId, toSegmentId } from '../segment-id.ts'
import * as corrections from './correction-read.queries.ts'
import type { DeviceTrack } from './device-track.ts'
import { computeTrack, readTrack } from './device-track.ts'
import type { ReadSegment } from './reading.types.ts'
import * as queries from './segment-read.queries.ts'
import type { ShownSegment } from './segment-view.ts'
import { toView } from './segment-view.ts'
import { toReadSegment } from './stored-segments.ts'
import { withFuel } from './trip-fuel.ts'

type Needs = Pick<Context, 'db' | 'now'>

export async function getSegment(
  ctx: Needs,
  caller: Caller,
  id: string,
  namePlace: NamePlace,
): Promise<ShownSegment> {
  return inSnapshot(ctx, caller.accountId, async (tx) => {
    const { segment } = await findSegment(tx, caller, id)
    const [driven] = await withDriving(tx.db, [segment])
    const [shown] = await withFuel(tx.db, [driven!])
    return toView(shown!, namePlace)
  })
}

export function findIn(ctx: Needs, caller: Caller, id: string): Promise<FoundSegment> {
  return inSnapshot(ctx, caller.accountId, (tx) => findSegment(tx, caller, id))
}

export interface FoundSegment {
  segment: ReadSegment
  track: DeviceTrack
  algorithm: number
}

/** Call it in a snapshot. */
export async function findSegment(
  ctx: { db: AccountDb; now: () => Date },
  caller: Caller,
  id: string,
): Promise<FoundSegment> {
  const uuid = fromSegmentId(id)
  if (uuid === undefined) throw notFound(id)
  const row = await queries.findSegment(ctx.db, caller.scope, uuid)
  if (!row) return findUnstored(ctx, caller, id, uuid)
  if (toSegmentId(row.kind, row.id) !== id) throw notFound(id)
  const track = await readTrack(ctx, caller, row.deviceId)
  const newest = track.segments.find((segment) => segment.id === row.id)
  const segment = newest ?? toReadSegment(row, row.deviceId, track.thresholdsAt)
  return { segment, track, algorithm: row.algorithm }
}

/** Lists are ahead of what is stored. */
async function findUnstored(
  ctx: { db: AccountDb; now: () => Date },
  { scope }: Caller,
  id: string,
  uuid: string,
): Promise<FoundSegment> {
  const device = await queries.findDeviceOfNumber(ctx.db, scope, deviceNumberOf(uuid))
  const track = device && (await computeTrack(ctx, device))
  const segment = track?.segments.find((one) => toSegmentId(one.kind, one.id) === id)
  if (!track || !segment) throw notFound(id)
  return { segment, track, algorithm }
}

/** Reads pages of the corrections, oldest first. A segment that was withdrawn has them too. */
export async function listCorrections(ctx: Needs, caller: Caller, id: string) {
  const db = ctx.db.forAccount(caller.accountId)
  const uuid = fromSegmentId(id)
  if (uuid === undefined) throw notFound(id)
  const kind = await corrections.findKind(db, caller.scope, uuid)
  if (kind === undefined) await findIn(ctx, caller, id)
  else if (toSegmentId(kind, uuid) !== id) throw notFound(id)
  return (cursor: PageCursor) => corrections.listCorrections(db, uuid, cursor)
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'trips.not_found',
    `The trip "${id}" does not exist, was withdrawn, or is not yours to see.`,
  )
}
