// What was heard lately of a device, whatever became of it: for whoever connects a tracker.

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

interface HeardLocation {
  receivedAt: string
  latitude: number | null
  valid: boolean
  deviceTime?: string | null
}

/** The newest first. */
export async function listActivity(ctx: Pick<Context, 'db' | 'now'>, caller: Caller, deviceId: string) {
  const { number } = await getDevice(ctx, caller, deviceId)
  const nowMs = ctx.now().getTime()
  const period = { from: new Date(nowMs - lookBackMs), to: new Date(nowMs + lookAheadMs) }
  const [noted, located] = await Promise.all([
    queries.listActivity(ctx.db.forAccount(caller.accountId), number, {
      since: period.from,
      most: maxEntries,
    }),
    listLatestLocations(ctx, caller.accountId, number, period, maxLocations),
  ])
  const showsBytes = may(caller, 'devices.edit')
  return [...noted.map((one) => ofNote(one, showsBytes)), ...located.map(ofLocation)]
    .sort((left, right) => Date.parse(right.at) - Date.parse(left.at))
    .slice(0, maxEntries)
}

/** What cannot be read may hold what only whoever sets up the tracker is to know, like its password. */
function ofNote({ at, kind, protocol, reason, excerpt }: StoredActivity, showsBytes: boolean) {
  const text = kind === 'connection' ? 'The tracker connected.' : `This could not be read: ${reason}.`
  const bytes = showsBytes && excerpt !== null ? { excerpt } : {}
  return { at: at.toISOString(), kind, protocol, text, ...bytes }
}

function ofLocation(json: string) {
  const location = JSON.parse(json) as HeardLocation
  return {
    at: location.receivedAt,
    kind: 'location' as const,
    protocol: null,
    text: sayOf(location),
    location,
  }
}

function sayOf({ latitude, valid, deviceTime }: HeardLocation): string {
  const said = [latitude === null ? 'A report without a place.' : 'A location.']
  if (!valid) said.push('The receiver had no fix.')
  if (deviceTime === null) said.push('The tracker told no time; when it arrived was taken.')
  else if (deviceTime) said.push(`The tracker’s clock said ${deviceTime}, which cannot be.`)
  return said.join(' ')
}
