// Notes what trackers do beside bringing locations. Nobody waits for a note, and however much arrives, few are made.

import type { Context } from '../../platform/context.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import type { DeviceMemory } from '../recorder/device-cache.api.ts'
import * as queries from './activity.queries.ts'
import type { ActivityEntry } from './activity.types.ts'

const notesPerMinute = 600
const notesPerMinuteOfDevice = 6
const maxKept = 50
const maxBytes = 64
const maxCharacters = 200
const silentAfterMs = 3_600_000

export interface ActivityLog {
  note(arrival: ActivityEntry): void
}

export function createActivityLog(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  memory: Pick<DeviceMemory, 'resolve'>,
): ActivityLog {
  const ofDevice = createRateLimit('device', notesPerMinuteOfDevice)
  const ofAll = createRateLimit('process', notesPerMinute)
  const isOneTooMany = ({ identifier, kind }: ActivityEntry) =>
    ofDevice.take(`${kind} ${identifier}`).retryAfterSeconds !== undefined ||
    ofAll.take('').retryAfterSeconds !== undefined

  async function keep(arrival: ActivityEntry, now: Date): Promise<void> {
    const device = (await memory.resolve([arrival.identifier])).get(arrival.identifier)
    if (!device) return
    const { reason, bytes } = arrival
    const bounded: ActivityEntry = {
      ...arrival,
      ...(reason !== undefined && { reason: reason.replaceAll('\u0000', '').slice(0, maxCharacters) }),
      // A copy: what is cut off is not to be held in memory.
      ...(bytes && { bytes: Buffer.from(bytes.subarray(0, maxBytes)) }),
    }
    await queries.insertActivity(ctx.db.forAccount(device.accountId), device.deviceNumber, bounded, {
      now,
      most: maxKept,
      silentSince: new Date(now.getTime() - silentAfterMs),
    })
  }

  return {
    note(arrival) {
      if (isOneTooMany(arrival)) return
      keep(arrival, ctx.now()).catch((error) =>
        ctx.log.debug({ err: error }, 'an arrival could not be noted'),
      )
    },
  }
}
