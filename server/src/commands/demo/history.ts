// The demo's history. The last day is stored in order and judged by the rules; earlier days are only stored.

import type { Location } from '@rastro/protocols'
import type { DemoDevice } from '@rastro/simulator/demo/device'
import { decodedByServer, dropUnsupported } from '@rastro/simulator/demo/encoding'
import { instantsOf, locationAt } from '@rastro/simulator/demo/movement'
import type { Backfill, Span } from '../../features/recorder/backfill.api.ts'
import { toBackfillRow } from '../../features/recorder/backfill.api.ts'
import type { LocationRow } from '../../features/recorder/location-row.types.ts'
import { withDriver } from './drivers.ts'

const dayMs = 86_400_000
/** All devices advance together, by this much. */
const sliceMs = dayMs / 8
/** As many rows as the recorder stores per statement. A device has fewer per day. */
const rowsAtOnce = 2_000
const lanes = 2

export interface Filling {
  plan: readonly DemoDevice[]
  /** The stored period of each device; a restart continues from there. */
  spans: ReadonlyMap<string, Span>
  /** From this time on the devices report live. */
  untilMs: number
  days: number
}

/** Locations that are stored after later ones. */
export interface LateHour {
  device: DemoDevice
  fromMs: number
  toMs: number
}

interface Progress {
  report(share: number): void
  /** Stops filling; the next start continues. */
  isStopped(): boolean
}

/** Fills the time since the last run, and the last day. Oldest first, so an interrupted run can continue. */
export async function fillRecent(
  past: Backfill,
  { plan, spans, untilMs, days }: Filling,
  progress: Progress,
  late?: LateHour,
): Promise<void> {
  const judgedFromMs = untilMs - dayMs
  const newestMs = (device: DemoDevice) => spans.get(device.identifier)?.newestAt.getTime()
  const stopped = plan.map(newestMs).filter((ms) => ms !== undefined)
  const firstMs = Math.max(untilMs - days * dayMs, Math.min(judgedFromMs, ...stopped))
  for (let fromMs = firstMs; fromMs < untilMs && !progress.isStopped(); fromMs += sliceMs) {
    const toMs = Math.min(untilMs, fromMs + sliceMs)
    const isJudged = fromMs >= judgedFromMs
    const rows = plan.flatMap((device) => {
      const known = newestMs(device)
      // A new device has no gap to fill; its older history is filled later.
      const earliestMs = known === undefined ? judgedFromMs : known + 1_000
      const sinceMs = Math.max(fromMs, earliestMs)
      if (device !== late?.device) return recentRows(device, sinceMs, toMs)
      return [
        ...recentRows(device, sinceMs, Math.min(toMs, late.fromMs)),
        ...recentRows(device, Math.max(sinceMs, late.toMs), toMs),
      ]
    })
    await (isJudged ? past.storeAndJudge(rows) : past.keep(rows))
    progress.report((toMs - firstMs) / (untilMs - firstMs))
  }
}

export async function storeLateHour(past: Backfill, { device, fromMs, toMs }: LateHour): Promise<void> {
  await past.keep(recentRows(device, fromMs, toMs))
}

function recentRows(device: DemoDevice, fromMs: number, toMs: number): LocationRow[] {
  return rowsOf(device, fromMs, toMs, (locations) => decodedByServer(device, locations))
}

/** Fills the days before, device by device, so that the trips of each are computed once: when `completed` is called. */
export async function fillMonth(
  past: Backfill,
  { plan, spans, untilMs, days }: Filling,
  progress: Progress & { completed?(device: DemoDevice): Promise<void> },
): Promise<void> {
  const firstMs = untilMs - days * dayMs
  const waiting = plan.values()
  let completed = 0
  const fillNext = async () => {
    for (const device of waiting) {
      const lastMs = spans.get(device.identifier)?.oldestAt.getTime() ?? untilMs - dayMs
      for (const batch of batchesOf(daysBefore(device, firstMs, lastMs))) {
        if (progress.isStopped()) return
        await past.keep(batch)
      }
      await progress.completed?.(device)
      completed += 1
      progress.report(completed / plan.length)
    }
  }
  await Promise.all(Array.from({ length: lanes }, fillNext))
}

/** Newest first, so that an interrupted run can continue. */
function* daysBefore(device: DemoDevice, firstMs: number, lastMs: number): Generator<LocationRow[]> {
  const thin = dropUnsupported(device)
  for (let toMs = lastMs; toMs > firstMs; toMs -= dayMs) {
    yield rowsOf(device, Math.max(firstMs, toMs - dayMs), toMs, (locations) => locations.map(thin))
  }
}

function rowsOf(
  device: DemoDevice,
  fromMs: number,
  toMs: number,
  convert: (locations: Location[]) => Location[],
): LocationRow[] {
  if (fromMs >= toMs) return []
  const locations: Location[] = []
  for (const atMs of instantsOf(device, fromMs, toMs, 'past')) {
    const location = locationAt(device, atMs)
    if (location) locations.push(location)
  }
  const protocol = device.protocol.replace('-udp', '')
  return locations.length > 0
    ? convert(locations).map((location) =>
        toBackfillRow(device.identifier, protocol, withDriver(device, location)),
      )
    : []
}

/** Never splits a device's day, so an interrupted run has stored all of it or nothing. */
function* batchesOf(days: Iterable<LocationRow[]>): Generator<LocationRow[]> {
  let batch: LocationRow[] = []
  for (const rows of days) {
    if (batch.length > 0 && batch.length + rows.length > rowsAtOnce) {
      yield batch
      batch = []
    }
    batch.push(...rows)
  }
  if (batch.length > 0) yield batch
}
