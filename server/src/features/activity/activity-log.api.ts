// Records the activity of trackers other than locations, in the background and with a rate limit.

import type { Context } from '../../platform/context.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import * as queries from './activity.queries.ts'
import type { ActivityEntry } from './activity.types.ts'

const maxPerMinute = 600
const maxPerMinuteOfDevice = 6
const maxKept = 50
const maxBytes = 64
const maxCharacters = 200
const silentAfterMs = 3_600_000

export interface ActivityLog {
  note(entry: ActivityEntry): void
}

export function createActivityLog(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  deviceCache: Pick<DeviceCache, 'resolve'>,
): ActivityLog {
  const ofDevice = createRateLimit('device', maxPerMinuteOfDevice)
  const ofAll = createRateLimit('process', maxPerMinute)
  const isOverLimit = ({ identifier, type }: ActivityEntry) =>
    ofDevice.take(`${type} ${identifier}`).retryAfterSeconds !== undefined ||
    ofAll.take('').retryAfterSeconds !== undefined

  async function keep(entry: ActivityEntry, now: Date): Promise<void> {
    const device = (await deviceCache.resolve([entry.identifier])).get(entry.identifier)
    if (!device) return
    const { reason, bytes } = entry
    const bounded: ActivityEntry = {
      ...entry,
      ...(reason !== undefined && { reason: reason.replaceAll('\u0000', '').slice(0, maxCharacters) }),
      // A copy, so that the rest of the frame can be freed.
      ...(bytes && { bytes: Buffer.from(bytes.subarray(0, maxBytes)) }),
    }
    await queries.insertActivity(ctx.db.forAccount(device.accountId), device.deviceNumber, bounded, {
      now,
      limit: maxKept,
      silentSince: new Date(now.getTime() - silentAfterMs),
    })
  }

  return {
    note(entry) {
      if (isOverLimit(entry)) return
      keep(entry, ctx.now()).catch((error) => ctx.log.debug({ err: error }, 'device activity not recorded'))
    },
  }
}
