// The recent activity of a device, to diagnose the connection of its tracker.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { getDevice } from '../devices/device.api.ts'
import { listLatestLocations } from '../locations/location.api.ts'
import type { StoredActivity } from './activity.queries.ts'
import * as queries from './activity.queries.ts'

const lookBackMs = 7 * 86_400_000
/** Clocks of trackers may be ahead. */
const lookAheadMs = 86_400_000
const maxLocations = 20
const maxEntries = 50

interface ReceivedLocation {
  receivedAt: string
  latitude: number | null
  valid: boolean
  deviceTime?: string | null
}

/** Newest first. */
export async function listActivity(ctx: Pick<Context, 'db' | 'now'>, caller: Caller, deviceId: string) {
  const { number } = await getDevice(ctx, caller, deviceId)
  const nowMs = ctx.now().getTime()
  const period = { from: new Date(nowMs - lookBackMs), to: new Date(nowMs + lookAheadMs) }
  const [entries, located] = await Promise.all([
    queries.listActivity(ctx.db.forAccount(caller.accountId), number, {
      since: period.from,
      limit: maxEntries,
    }),
    listLatestLocations(ctx, caller.accountId, number, period, maxLocations),
  ])
  const showsBytes = may(caller, 'devices.edit')
  return [...entries.map((one) => toEntry(one, showsBytes)), ...located.map(toLocationEntry)]
    .sort((left, right) => Date.parse(right.receivedAt) - Date.parse(left.receivedAt))
    .slice(0, maxEntries)
}

/** An unreadable frame may contain secrets of the tracker, like its password. */
function toEntry({ receivedAt, type, protocol, reason, excerpt }: StoredActivity, showsBytes: boolean) {
  const text = type === 'connection' ? 'The tracker connected.' : `A frame could not be read: ${reason}.`
  const bytes = showsBytes && excerpt !== null ? { excerpt } : {}
  return { receivedAt: receivedAt.toISOString(), type, protocol, text, ...bytes }
}

function toLocationEntry(json: string) {
  const location = JSON.parse(json) as ReceivedLocation
  return {
    receivedAt: location.receivedAt,
    type: 'location' as const,
    protocol: null,
    text: describe(location),
    location,
  }
}

function describe({ latitude, valid, deviceTime }: ReceivedLocation): string {
  const sentences = [latitude === null ? 'A report without coordinates.' : 'A location.']
  if (!valid) sentences.push('The receiver had no fix.')
  if (deviceTime === null) sentences.push('The tracker sent no time; the time of reception is used.')
  else if (deviceTime) sentences.push(`The tracker sent the implausible time ${deviceTime}.`)
  return sentences.join(' ')
}
