// What a share link shows: its devices, their current locations and their tracks, within the limits of the share.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Preferences } from '../../platform/http/preferences.ts'
import { admitAddress, countFailureOfAddress } from '../auth/throttle.api.ts'
import { findLastLocations, pageLocations } from '../locations/location.api.ts'
import { describePlace } from '../places/place.api.ts'
import * as queries from './open-share.queries.ts'
import { hashOf } from './secret.ts'
import type { OpenShare } from './share.types.ts'
import { toShown } from './shown.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>
interface Located {
  latitude: number | null
  longitude: number | null
}

const throttled = 'share'
const maxRecords = 1_000

/** Guessing is rate limited. An expired link does not count as a guess. */
export async function openShare(ctx: Needs, secret: string, address: string): Promise<OpenShare> {
  await admitAddress(ctx, throttled, address)
  const found = await queries.findBySecret(ctx.db.directory, hashOf(secret))
  if (found) return getOpenShare(ctx, found)
  await countFailureOfAddress(ctx, throttled, address)
  throw notFound()
}

async function getOpenShare(
  ctx: Needs,
  { accountId, number }: Pick<OpenShare, 'accountId' | 'number'>,
): Promise<OpenShare> {
  const share = await queries.findOpenShare(ctx.db.forAccount(accountId), number)
  if (!share || share.expiresAt <= ctx.now()) throw notFound()
  return share
}

/** Unknown, revoked and expired are indistinguishable. */
function notFound(): NotFoundError {
  return new NotFoundError('share.not_found', 'This link is not valid. It may have expired or been revoked.')
}

export async function describeShare(ctx: Needs, share: OpenShare, preferences: Preferences) {
  const { name, period, expiresAt, showsNames, devices } = share
  const numbers = devices.map(({ deviceNumber }) => deviceNumber)
  const last = await findLastLocations(ctx, share.accountId, numbers, period)
  const jsonOf = new Map(last.map(({ deviceNumber, json }) => [deviceNumber, json]))
  const locations = devices.flatMap(({ ordinal, deviceNumber }) => {
    const json = jsonOf.get(deviceNumber)
    return json === undefined ? [] : [toShown(share, ordinal, JSON.parse(json))]
  })
  return {
    name,
    type: period ? ('historic' as const) : ('live' as const),
    ...(period && { from: period.from.toISOString(), to: period.to.toISOString() }),
    expiresAt: expiresAt.toISOString(),
    devices: devices.map(({ ordinal, name }) => ({
      device: ordinal,
      ...(showsNames && { name }),
      ...placeOf(
        locations.find(({ device }) => device === ordinal),
        preferences,
      ),
    })),
    locations,
  }
}

/** Without the geofences of the account, which are not shared. */
function placeOf(location: Partial<Located> | undefined, preferences: Preferences): { place?: string } {
  const { latitude, longitude } = location ?? {}
  return latitude == null || longitude == null
    ? {}
    : { place: describePlace(latitude, longitude, preferences).name }
}

export interface TrackRequest {
  device: number
  from?: string
  to?: string
  limit?: number
  cursor?: string
}

/** A historic share shows nothing outside its period; a live one nothing from before its creation. */
export async function readTrack(ctx: Needs, share: OpenShare, wanted: TrackRequest) {
  const device = share.devices.find(({ ordinal }) => ordinal === wanted.device)
  if (!device) throw new NotFoundError('share.device_not_found', `The link shows no device ${wanted.device}.`)
  const shown = share.period ?? { from: share.createdAt, to: share.expiresAt }
  const period = {
    from: latest(shown.from, wanted.from),
    to: earliest(shown.to, wanted.to),
  }
  if (period.from >= period.to) return { locations: [] }
  const { accountId } = share
  const scope = { kind: 'device', deviceNumber: device.deviceNumber } as const
  const page = { limit: wanted.limit ?? maxRecords, cursor: wanted.cursor }
  const { json, nextCursor } = await pageLocations(ctx, { accountId, scope }, device.deviceId, period, page)
  const locations = JSON.parse(`[${json}]`) as Record<string, unknown>[]
  return {
    locations: locations.map((location) => toShown(share, device.ordinal, location)),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

function latest(bound: Date, wanted: string | undefined): Date {
  return wanted !== undefined && Date.parse(wanted) > bound.getTime() ? new Date(wanted) : bound
}

function earliest(bound: Date, wanted: string | undefined): Date {
  return wanted !== undefined && Date.parse(wanted) < bound.getTime() ? new Date(wanted) : bound
}

/** Limits how often a share is reloaded, however many viewers it has. */
const reloadAfterMs = 2_000
const maxWatched = 10_000

export interface Watch {
  /** The share as of the last seconds. Throws once it is revoked or expired. */
  load(share: OpenShare): Promise<OpenShare>
}

export function createWatch(ctx: Needs): Watch {
  const cached = new LRUCache<string, Promise<OpenShare>>({ max: maxWatched, ttl: reloadAfterMs })
  return {
    load({ accountId, number }) {
      const key = `${accountId} ${number}`
      const known = cached.get(key)
      if (known) return known
      const loading = getOpenShare(ctx, { accountId, number })
      cached.set(key, loading)
      return loading
    },
  }
}
