// The demo's past. The last day is lived through in order, and rules judge it; what was before is history.

import type { Location } from '@rastro/protocols'
import type { DemoDevice } from '@rastro/simulator/demo/device'
import { instantsOf, locationAt } from '@rastro/simulator/demo/movement'
import { heardOf, thinner } from '@rastro/simulator/demo/speech'
import type { Past, Span } from '../../features/recorder/backfill.api.ts'
import { pastRow } from '../../features/recorder/backfill.api.ts'
import type { LocationRow } from '../../features/recorder/location-row.types.ts'

const dayMs = 86_400_000
/** Devices come forward together. */
const sliceMs = dayMs / 8
/** As many as the recorder stores by one statement. A day of a device is less. */
const rowsAtOnce = 2_000
const lanes = 2

export interface Filling {
  plan: readonly DemoDevice[]
  /** What each has already; a second start goes on from there. */
  spans: ReadonlyMap<string, Span>
  /** From here on they report themselves. */
  untilMs: number
  days: number
}

interface Course {
  report(share: number): void
  /** Then it ends where it is: the next start goes on. */
  isStopped(): boolean
}

/** What happened since the demo was stopped, and the last day. Oldest first: whoever is interrupted goes on there. */
export async function fillRecent(past: Past, filling: Filling, course: Course): Promise<void> {
  const { plan, spans, untilMs, days } = filling
  const judgedFromMs = untilMs - dayMs
  const newestMs = (device: DemoDevice) => spans.get(device.identifier)?.newestAt.getTime()
  const stopped = plan.map(newestMs).filter((ms) => ms !== undefined)
  const firstMs = Math.max(untilMs - days * dayMs, Math.min(judgedFromMs, ...stopped))
  for (let fromMs = firstMs; fromMs < untilMs && !course.isStopped(); fromMs += sliceMs) {
    const toMs = Math.min(untilMs, fromMs + sliceMs)
    const isJudged = fromMs >= judgedFromMs
    const rows = plan.flatMap((device) => {
      const known = newestMs(device)
      // Who is new has no gap, only a past, which comes later.
      const leastMs = known === undefined ? judgedFromMs : known + 1_000
      return rowsOf(device, Math.max(fromMs, leastMs), toMs, (locations) => heardOf(device, locations))
    })
    await (isJudged ? past.relive(rows) : past.keep(rows))
    course.report((toMs - firstMs) / (untilMs - firstMs))
  }
}

/** The days before, newest first. */
export async function fillMonth(past: Past, filling: Filling, course: Course): Promise<void> {
  const { plan, spans, untilMs, days } = filling
  const firstMs = untilMs - days * dayMs
  const thin = new Map(plan.map((device) => [device, thinner(device)]))
  const untilOf = (device: DemoDevice) => spans.get(device.identifier)?.oldestAt.getTime() ?? untilMs - dayMs
  const lastMs = Math.max(firstMs, ...plan.map(untilOf))
  for (let toMs = lastMs; toMs > firstMs; toMs -= dayMs) {
    const fromMs = Math.max(firstMs, toMs - dayMs)
    const batches = batchesOf(
      plan.values().map((device) => {
        const map = thin.get(device)!
        return rowsOf(device, fromMs, Math.min(toMs, untilOf(device)), (locations) => locations.map(map))
      }),
    )
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const batch of batches) {
          if (course.isStopped()) return
          await past.keep(batch)
        }
      }),
    )
    if (course.isStopped()) return
    course.report((lastMs - fromMs) / (lastMs - firstMs))
  }
}

function rowsOf(
  device: DemoDevice,
  fromMs: number,
  toMs: number,
  hear: (locations: Location[]) => Location[],
): LocationRow[] {
  if (fromMs >= toMs) return []
  const said: Location[] = []
  for (const atMs of instantsOf(device, fromMs, toMs, 'past')) {
    const location = locationAt(device, atMs)
    if (location) said.push(location)
  }
  const protocol = device.way.replace('-udp', '')
  return said.length > 0 ? hear(said).map((location) => pastRow(device.identifier, protocol, location)) : []
}

/** Never cuts through a device's day: who is interrupted has all of it, or nothing. */
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
