// Decodes archived frames again, with the current decoders, and compares the result with the stored locations.

import type { Location } from '@rastro/protocols'
import { openSession, socketProtocols } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import type { Comparison, CorrectionMode } from '../recorder/correction.api.ts'
import { compareWithStored } from '../recorder/correction.api.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import type { LocationRow } from '../recorder/location-row.types.ts'
import type { ArchivedFrame } from './frame.types.ts'
import { findModel, rowsOf } from './frame-handler.ts'

export interface FrameFilter {
  since: Date
  until?: Date
  identifier?: string
  protocol?: string
}

export interface ReDecoded extends Comparison {
  frames: number
  /** The current decoders cannot read them, or their protocol was removed. */
  unreadable: number
}

type Needs = Pick<Context, 'db' | 'log' | 'bus'>

/** `onProgress` gets the number of messages of the log that are done, and their total. */
export async function reDecodeFrames(
  ctx: Needs,
  deviceCache: DeviceCache,
  filter: FrameFilter,
  mode: CorrectionMode,
  onProgress: (done: number, total: number) => void,
): Promise<ReDecoded> {
  const reDecoded: ReDecoded = {
    frames: 0,
    unreadable: 0,
    same: 0,
    missing: 0,
    differing: 0,
    ofUnknownDevices: 0,
  }
  if (!ctx.bus.frames) return reDecoded
  let done = 0
  for await (const { text, left } of ctx.bus.frames.read(filter.since)) {
    const rows: LocationRow[] = []
    for (const frame of (JSON.parse(text) as ArchivedFrame[]).filter((one) => matches(one, filter))) {
      reDecoded.frames += 1
      const decoded = await decodeAgain(ctx, deviceCache, frame)
      if (decoded) rows.push(...decoded)
      else reDecoded.unreadable += 1
    }
    const compared = await compareWithStored(ctx, deviceCache, rows, mode)
    for (const key of ['same', 'missing', 'differing', 'ofUnknownDevices'] as const)
      reDecoded[key] += compared[key]
    done += 1
    onProgress(done, done + left)
  }
  return reDecoded
}

function matches(
  [receivedAtMs, protocol, , identifier]: ArchivedFrame,
  { since, until, identifier: wantedIdentifier, protocol: wantedProtocol }: FrameFilter,
): boolean {
  return (
    receivedAtMs >= since.getTime() &&
    (until === undefined || receivedAtMs < until.getTime()) &&
    (wantedIdentifier === undefined || identifier === wantedIdentifier) &&
    (wantedProtocol === undefined || protocol === wantedProtocol)
  )
}

/** The rows of the frame. A heartbeat has none; an unreadable frame is undefined. */
async function decodeAgain(
  ctx: Needs,
  deviceCache: DeviceCache,
  [receivedAtMs, name, transport, identifier, variant, base64]: ArchivedFrame,
): Promise<LocationRow[] | undefined> {
  const protocol = socketProtocols.find((one) => one.name === name)
  if (!protocol) return undefined
  const model = protocol.needsNetwork ? await findModel({ ctx, deviceCache }, identifier) : undefined
  const session = openSession(transport, model ? { model } : {})
  session.identifier = identifier
  if (variant !== null) session.variant = variant
  const receivedAt = new Date(receivedAtMs)
  const decoded = protocol.decode(Buffer.from(base64, 'base64'), session, receivedAt)
  if (decoded.kind === 'bad') return undefined
  const locations: Location[] = 'locations' in decoded ? (decoded.locations ?? []) : []
  const others = decoded.kind === 'locations' ? (decoded.others ?? []) : []
  return [{ identifier: decoded.identifier ?? identifier, locations }, ...others].flatMap((report) =>
    rowsOf(protocol, report.identifier, report.locations, receivedAt),
  )
}
