// Reads locations: the last one of a device, those of the fleet, and those of a period.

import { readSince } from '../../platform/bus/event-cursor.ts'
import type { Context } from '../../platform/context.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import type { Chunk } from '../../platform/http/paging.ts'
import { invalid } from '../../platform/http/validation.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import type { LastLocation, LocationKey, Period } from './location.queries.ts'
import * as queries from './location.queries.ts'

type Needs = Pick<Context, 'db'>

const chunkRows = 2_000

export async function getLastLocation(ctx: Needs, caller: Caller, deviceId: string): Promise<string> {
  const found = await queries.findNewest(ctx.db.forAccount(caller.accountId), caller.scope, deviceId)
  if (!found) throw deviceNotFound(deviceId)
  if (found.json !== null) return found.json
  throw new NotFoundError('locations.none_yet', `The device "${deviceId}" has not reported a location yet.`)
}

/** Returns a reader of pages of the newest locations of the devices in the caller's scope. */
export function listLastLocations(
  ctx: Needs,
  caller: Caller,
  { updatedSince, ids, groupId }: { updatedSince?: string; ids?: string[]; groupId?: string },
) {
  const db = ctx.db.forAccount(caller.accountId)
  const since = updatedSince === undefined ? undefined : readSince(updatedSince)
  return (cursor: PageCursor) => queries.listNewest(db, caller.scope, { since, ids, groupId }, cursor)
}

/** Throws if one of the devices is not visible to the caller. */
export async function requireDevices(ctx: Needs, caller: Caller, ids: string[]): Promise<void> {
  const visible = await queries.listVisibleIds(ctx.db.forAccount(caller.accountId), caller.scope, ids)
  const missing = ids.find((id) => !visible.includes(id))
  if (missing !== undefined) throw deviceNotFound(missing)
}

/** The newest location of each device, overall or within a period. Devices without one are left out. */
export function findLastLocations(
  ctx: Needs,
  accountId: number,
  deviceNumbers: number[],
  period?: Period,
): Promise<LastLocation[]> {
  const db = ctx.db.forAccount(accountId)
  return period ? queries.listLastWithin(db, deviceNumbers, period) : queries.listNewestOf(db, deviceNumbers)
}

/** The JSON of the newest locations of a device within a period, newest first. */
export async function listLatestLocations(
  ctx: Needs,
  accountId: number,
  deviceNumber: number,
  period: Period,
  limit: number,
): Promise<string[]> {
  const found = await queries.listLatest(ctx.db.forAccount(accountId), deviceNumber, period, limit)
  return found.map(({ json }) => json)
}

export interface LocationPage extends Chunk {
  nextCursor: string | undefined
}

/** One page of the history of a device. A full page may be followed by an empty one; nothing is left out. */
export async function pageLocations(
  ctx: Needs,
  caller: Pick<Caller, 'accountId' | 'scope'>,
  deviceId: string,
  period: Period,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<LocationPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const db = ctx.db.forAccount(caller.accountId)
  const chunk = await queries.findChunk(db, caller.scope, deviceId, period, after, limit)
  if (!chunk) throw deviceNotFound(deviceId)
  const { lastFixedAt, lastFingerprint } = chunk
  const isFull = lastFixedAt !== null && lastFingerprint !== null
  return {
    json: chunk.json ?? '',
    count: chunk.count,
    nextCursor: isFull ? encodeCursor({ fixedAt: lastFixedAt, fingerprint: lastFingerprint }) : undefined,
  }
}

export interface Track {
  /** The whole track if it fits into one chunk, so it need not be streamed. */
  whole: Chunk | undefined
  chunks: AsyncGenerator<Chunk>
}

/** Streams the whole period in chunks. The first is awaited, so that a missing device is a 404. */
export async function openTrack(
  ctx: Needs,
  caller: Caller,
  deviceId: string,
  period: Period,
): Promise<Track> {
  const read = (cursor: string | undefined) =>
    pageLocations(ctx, caller, deviceId, period, { limit: chunkRows, cursor })
  const first = await read(undefined)
  async function* chunks() {
    let page = first
    yield page
    while (page.nextCursor !== undefined) {
      page = await read(page.nextCursor)
      yield page
    }
  }
  return { whole: first.nextCursor === undefined ? first : undefined, chunks: chunks() }
}

export function readPeriod({ from, to }: { from: string; to: string }, part: 'body' | 'querystring'): Period {
  const period = { from: readSince(from), to: new Date(to) }
  if (period.from < period.to) return period
  throw invalid(part, [{ path: 'to', message: 'must be after from' }])
}

function encodeCursor({ fixedAt, fingerprint }: LocationKey): string {
  return Buffer.from(`t${fixedAt.getTime()}.${fingerprint}`).toString('base64url')
}

function decodeCursor(cursor: string): LocationKey {
  const [, ms, fingerprint] =
    /^t(-?\d{1,15})\.(-?\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (ms !== undefined && Math.abs(Number(fingerprint)) <= 2_147_483_648) {
    return { fixedAt: new Date(Number(ms)), fingerprint: Number(fingerprint) }
  }
  throw new InvalidError('body.invalid', 'cursor is not valid. Use the "nextCursor" of the previous page.', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
  })
}
