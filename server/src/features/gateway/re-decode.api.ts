// Decodes kept frames again, with today's decoders, and compares what they say with what is stored.

import type { Location } from '@rastro/protocols'
import { openSession, socketProtocols } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import type { Compared, Wish } from '../recorder/correction.api.ts'
import { compareWithStored } from '../recorder/correction.api.ts'
import type { DeviceMemory } from '../recorder/device-cache.api.ts'
import type { LocationRow } from '../recorder/location-row.types.ts'
import type { KeptFrame } from './frame.types.ts'
import { findModel, rowsOf } from './frame-handler.ts'

export interface Chosen {
  since: Date
  until?: Date
  identifier?: string
  protocol?: string
}

export interface Replayed extends Compared {
  frames: number
  /** Today's decoders make nothing of them, or their protocol is gone. */
  unreadable: number
}

type Needs = Pick<Context, 'db' | 'log' | 'bus'>

/** `onProgress` hears how many messages of the log are done, and of how many. */
export async function replayFrames(
  ctx: Needs,
  memory: DeviceMemory,
  chosen: Chosen,
  wish: Wish,
  onProgress: (done: number, total: number) => void,
): Promise<Replayed> {
  const replayed: Replayed = { frames: 0, unreadable: 0, same: 0, missing: 0, differing: 0, ofStrangers: 0 }
  if (!ctx.bus.frames) return replayed
  let done = 0
  for await (const { text, left } of ctx.bus.frames.read(chosen.since)) {
    const rows: LocationRow[] = []
    for (const frame of (JSON.parse(text) as KeptFrame[]).filter((one) => isChosen(one, chosen))) {
      replayed.frames += 1
      const decoded = await decodeAgain(ctx, memory, frame)
      if (decoded) rows.push(...decoded)
      else replayed.unreadable += 1
    }
    const compared = await compareWithStored(ctx, memory, rows, wish)
    for (const key of ['same', 'missing', 'differing', 'ofStrangers'] as const) replayed[key] += compared[key]
    done += 1
    onProgress(done, done + left)
  }
  return replayed
}

function isChosen(
  [receivedAtMs, protocol, , identifier]: KeptFrame,
  { since, until, identifier: wantedIdentifier, protocol: wantedProtocol }: Chosen,
): boolean {
  return (
    receivedAtMs >= since.getTime() &&
    (until === undefined || receivedAtMs < until.getTime()) &&
    (wantedIdentifier === undefined || identifier === wantedIdentifier) &&
    (wantedProtocol === undefined || protocol === wantedProtocol)
  )
}

/** The rows that the frame means today. A sign of life means none; what cannot be read is undefined. */
async function decodeAgain(
  ctx: Needs,
  memory: DeviceMemory,
  [receivedAtMs, name, transport, identifier, variant, base64]: KeptFrame,
): Promise<LocationRow[] | undefined> {
  const protocol = socketProtocols.find((one) => one.name === name)
  if (!protocol) return undefined
  const model = protocol.needsNetwork ? await findModel({ ctx, memory }, identifier) : undefined
  const session = openSession(transport, model ? { model } : {})
  session.identifier = identifier
  if (variant !== null) session.variant = variant
  const receivedAt = new Date(receivedAtMs)
  const decoded = protocol.decode(Buffer.from(base64, 'base64'), session, receivedAt)
  if (decoded.kind === 'bad') return undefined
  const locations: Location[] = 'locations' in decoded ? (decoded.locations ?? []) : []
  return rowsOf(protocol, decoded.identifier ?? identifier, locations, receivedAt)
}
