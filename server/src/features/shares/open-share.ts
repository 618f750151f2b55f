// What whoever has a link sees: its devices, where they are, and where they were, as far as the share shows it.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { admitAddress, countFailureOfAddress } from '../auth/throttle.api.ts'
import { findLastLocations, pageLocations } from '../locations/location.api.ts'
import * as queries from './open-share.queries.ts'
import { hashOf } from './secret.ts'
import type { OpenShare } from './share.types.ts'
import { toShown } from './shown.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

const throttled = 'share'
const maxRecords = 1_000

/** Whoever guesses is slowed down. A link that expired is no guess. */
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

/** Unknown, revoked and expired are the same to whoever asks. */
function notFound(): NotFoundError {
  return new NotFoundError(
    'share.not_found',
    'This link leads nowhere. It may have expired, or been revoked.',
  )
}

export async function describeShare(ctx: Needs, share: OpenShare) {
  const { name, period, expiresAt, showsNames, devices } = share
  const numbers = devices.map(({ deviceNumber }) => deviceNumber)
  const last = await findLastLocations(ctx, share.accountId, numbers, period)
  const jsonOf = new Map(last.map(({ deviceNumber, json }) => [deviceNumber, json]))
  return {
    name,
    kind: period ? ('historic' as const) : ('live' as const),
    ...(period && { from: period.from.toISOString(), to: period.to.toISOString() }),
    expires: expiresAt.toISOString(),
    devices: devices.map((device) => ({ device: device.place, ...(showsNames && { name: device.name }) })),
    locations: devices.flatMap(({ place, deviceNumber }) => {
      const json = jsonOf.get(deviceNumber)
      return json === undefined ? [] : [toShown(share, place, JSON.parse(json))]
    }),
  }
}

export interface TrackWanted {
  device: number
  from?: string
  to?: string
  limit?: number
  cursor?: string
}

/** Of a historic share nothing outside its period; of a live one nothing from before it was made. */
export async function readTrack(ctx: Needs, share: OpenShare, wanted: TrackWanted) {
  const device = share.devices.find(({ place }) => place === wanted.device)
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
    locations: locations.map((location) => toShown(share, device.place, location)),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

function latest(bound: Date, wanted: string | undefined): Date {
  return wanted !== undefined && Date.parse(wanted) > bound.getTime() ? new Date(wanted) : bound
}

function earliest(bound: Date, wanted: string | undefined): Date {
  return wanted !== undefined && Date.parse(wanted) < bound.getTime() ? new Date(wanted) : bound
}

/** However many watch a share, it is looked at again only so often. */
const lookAgainAfterMs = 2_000
const maxWatched = 10_000

export interface Watch {
  /** The share as of the last seconds. Refuses once it is revoked or expired. */
  look(share: OpenShare): Promise<OpenShare>
}

export function createWatch(ctx: Needs): Watch {
  const looked = new LRUCache<string, Promise<OpenShare>>({ max: maxWatched, ttl: lookAgainAfterMs })
  return {
    look({ accountId, number }) {
      const key = `${accountId} ${number}`
      const known = looked.get(key)
      if (known) return known
      const looking = getOpenShare(ctx, { accountId, number })
      looked.set(key, looking)
      return looking
    },
  }
}
