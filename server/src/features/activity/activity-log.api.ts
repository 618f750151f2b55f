// Notes what trackers do beside bringing locations. Nobody waits for a note, and however much arrives, few are made.

import type { Context } from '../../platform/context.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import type { DeviceMemory } from '../recorder/device-cache.api.ts'
import * as queries from './activity.queries.ts'
import type { Arrival } from './activity.types.ts'

const notesPerMinute = 600
const notesPerMinuteOfDevice = 6
const mostKept = 50
const mostBytes = 64
const mostCharacters = 200
const silentAfterMs = 3_600_000

export interface ArrivalNotes {
  note(arrival: Arrival): void
}

export function createArrivalNotes(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  memory: Pick<DeviceMemory, 'resolve'>,
): ArrivalNotes {
  const ofDevice = createRateLimit('device', notesPerMinuteOfDevice)
  const ofAll = createRateLimit('process', notesPerMinute)
  const isOneTooMany = ({ identifier, kind }: Arrival) =>
    ofDevice.take(`${kind} ${identifier}`).retryAfterSeconds !== undefined ||
    ofAll.take('').retryAfterSeconds !== undefined

  async function keep(arrival: Arrival, now: Date): Promise<void> {
    const device = (await memory.resolve([arrival.identifier])).get(arrival.identifier)
    if (!device) return
    const { why, bytes } = arrival
    const bounded: Arrival = {
      ...arrival,
      ...(why !== undefined && { why: why.replaceAll('\u0000', '').slice(0, mostCharacters) }),
      // A copy: what is cut off is not to be held in memory.
      ...(bytes && { bytes: Buffer.from(bytes.subarray(0, mostBytes)) }),
    }
    await queries.keepArrival(ctx.db.forAccount(device.accountId), device.deviceNumber, bounded, {
      now,
      most: mostKept,
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
