// Reading locations: the newest one, the fleet's, and those of a period.

import { readSince } from '../../platform/bus/event-cursor.ts'
import type { Context } from '../../platform/context.ts'
import type { Place } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import type { Chunk } from '../../platform/http/paging.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import type { LastLocation, Moment, Period } from './location.queries.ts'
import * as queries from './location.queries.ts'

type Needs = Pick<Context, 'db'>

const stretchRows = 2_000

export async function getLastLocation(ctx: Needs, caller: Caller, deviceId: string): Promise<string> {
  const found = await queries.findNewest(ctx.db.forAccount(caller.accountId), caller.scope, deviceId)
  if (!found) throw deviceNotFound(deviceId)
  if (found.json !== null) return found.json
  throw new NotFoundError('locations.none_yet', `The device "${deviceId}" has not reported a location yet.`)
}

/** Reads any stretch of the newest locations of the devices that the caller sees. */
export function listLastLocations(ctx: Needs, caller: Caller, updatedSince: string | undefined) {
  const db = ctx.db.forAccount(caller.accountId)
  const since = updatedSince === undefined ? undefined : readSince(updatedSince)
  return (place: Place) => queries.listNewest(db, caller.scope, since, place)
}

/** The newest location of each device, or the newest within a period. Devices that have none are left out. */
export function findLastLocations(
  ctx: Needs,
  accountId: number,
  deviceNumbers: number[],
  period?: Period,
): Promise<LastLocation[]> {
  const db = ctx.db.forAccount(accountId)
  return period ? queries.listLastWithin(db, deviceNumbers, period) : queries.listNewestOf(db, deviceNumbers)
}

/** The JSON of a device's newest locations within a period, the newest first. */
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

/** One page of a device's history. A page that is full may be followed by an empty one; nothing is ever left out. */
export async function pageLocations(
  ctx: Needs,
  caller: Pick<Caller, 'accountId' | 'scope'>,
  deviceId: string,
  period: Period,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<LocationPage> {
  const after = cursor === undefined ? undefined : decodeMoment(cursor)
  const db = ctx.db.forAccount(caller.accountId)
  const stretch = await queries.findStretch(db, caller.scope, deviceId, period, after, limit)
  if (!stretch) throw deviceNotFound(deviceId)
  const { lastFixedAt, lastFingerprint } = stretch
  const isFull = lastFixedAt !== null && lastFingerprint !== null
  return {
    json: stretch.json ?? '',
    count: stretch.count,
    nextCursor: isFull ? encodeMoment({ fixedAt: lastFixedAt, fingerprint: lastFingerprint }) : undefined,
  }
}

export interface Track {
  /** All of it, where it is no longer than one stretch: then nothing needs to be streamed. */
  whole: Chunk | undefined
  stretches: AsyncGenerator<Chunk>
}

/** The whole period, however long, a stretch at a time. The first is awaited here: a missing device is 404, not half an answer. */
export async function openTrack(
  ctx: Needs,
  caller: Caller,
  deviceId: string,
  period: Period,
): Promise<Track> {
  const read = (cursor: string | undefined) =>
    pageLocations(ctx, caller, deviceId, period, { limit: stretchRows, cursor })
  const first = await read(undefined)
  async function* stretches() {
    let page = first
    yield page
    while (page.nextCursor !== undefined) {
      page = await read(page.nextCursor)
      yield page
    }
  }
  return { whole: first.nextCursor === undefined ? first : undefined, stretches: stretches() }
}

export function readPeriod({ from, to }: { from: string; to: string }): Period {
  const period = { from: readSince(from), to: new Date(to) }
  if (period.from < period.to) return period
  throw new InvalidError('body.invalid', 'to must be after from.', {
    details: [{ path: 'to', message: 'must be after from' }],
  })
}

function encodeMoment({ fixedAt, fingerprint }: Moment): string {
  return Buffer.from(`t${fixedAt.getTime()}.${fingerprint}`).toString('base64url')
}

function decodeMoment(cursor: string): Moment {
  const [, ms, fingerprint] =
    /^t(-?\d{1,15})\.(-?\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (ms !== undefined && Math.abs(Number(fingerprint)) <= 2_147_483_648) {
    return { fixedAt: new Date(Number(ms)), fingerprint: Number(fingerprint) }
  }
  throw new InvalidError(
    'body.invalid',
    'cursor is not one of ours. Use the "nextCursor" of the page before.',
    {
      details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
    },
  )
}
