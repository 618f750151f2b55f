// The part of a dry run that takes time: computes the track of devices with two settings. Runs in a thread of its own.

import { createRest } from '../../../platform/async/thread-priority.ts'
import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { DetectorContext } from '../detection/advance.ts'
import { advance, openSegmentOf } from '../detection/advance.ts'
import { newDetected } from '../detection/detected.ts'
import type { TrackMarks } from '../detection/marks.ts'
import type { TripSettings } from '../detection/settings.ts'
import { thresholdsOf } from '../detection/settings.ts'
import { decodeState, newState } from '../detection/state.ts'
import { findOpening } from '../device-day.queries.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import { thresholdsBy } from '../effective-settings.ts'
import { isCurrent } from '../state-version.ts'
import { readTracks } from '../track.ts'
import type { ZonePeriod } from '../zoned-days.ts'
import { createZonedDays } from '../zoned-days.ts'
import type { ComparedDevice, ShownTotals } from './dry-run-compare.ts'
import { compareSides } from './dry-run-compare.ts'

const rowsPerRead = 10_000

export interface DryRunDevice {
  deviceNumber: number
  deviceId: string
  /** As they counted until now. */
  periods: SettingsPeriod[] | null
  proposed: TripSettings
  marks: TrackMarks
  zones: ZonePeriod[]
}

export interface DryRunJob {
  accountId: number
  fromMs: number
  toMs: number
  devices: DryRunDevice[]
  /** Of all devices. */
  maxRows: number
}

export interface DryRunResult {
  /** In the order of the job; the last ones are missing if there were too many rows. */
  devices: DeviceTotals[]
  /** Of the last device. */
  detail: ComparedDevice | null
}

interface DeviceTotals {
  deviceId: string
  locations: number
  current: ShownTotals
  proposed: ShownTotals
  added: number
  removed: number
  changed: number
}

export async function runTracks(ctx: Pick<Context, 'db'>, job: DryRunJob): Promise<DryRunResult> {
  const db = ctx.db.forAccount(job.accountId)
  const rest = createRest()
  const result: DryRunResult = { devices: [], detail: null }
  let rowsLeft = job.maxRows
  for (const device of job.devices) {
    const run = await runDevice(db, job, device, rowsLeft, rest)
    if (!run) break
    const { locations, compared } = run
    rowsLeft -= locations
    const { current, proposed, added, removed, changed } = compared
    result.detail = compared
    result.devices.push({
      ...{ deviceId: device.deviceId, locations, current: current.totals, proposed: proposed.totals },
      ...{ added: added.length, removed: removed.length, changed },
    })
  }
  return result
}

/** Undefined if the device has more rows than are left. */
async function runDevice(
  db: AccountDb,
  { fromMs, toMs }: DryRunJob,
  { deviceNumber, periods, proposed, marks, zones }: DryRunDevice,
  maxRows: number,
  rest: () => void,
): Promise<{ locations: number; compared: ComparedDevice } | undefined> {
  const days = createZonedDays(zones)
  const { day, startMs } = days.at(fromMs)
  // Both begin where the detector was when the day began: what the other settings had made of the days before is unknown.
  const stored = await findOpening(db, deviceNumber, day)
  const opening = stored && isCurrent(stored.state) ? stored : undefined
  const thresholds = thresholdsOf(proposed)
  const sides = [
    newSide(opening?.state, { days, thresholdsAt: thresholdsBy(periods), marks }),
    newSide(opening?.state, { days, thresholdsAt: () => thresholds, marks }),
  ] as const
  let locations = 0
  let afterMs = (opening ? days.of(opening.day).startMs : startMs) - 1
  while (afterMs < toMs) {
    const part = { deviceNumber, afterMs, untilMs: toMs }
    const read = (await readTracks(db, [part], rowsPerRead)).get(deviceNumber)!
    locations += read.locations.length
    if (locations > maxRows) return undefined
    for (const { state, context, out } of sides) advance(state, read.locations, context, out)
    afterMs = read.readUntilMs
    rest()
  }
  const [current, proposedSide] = sides.map(({ state, context, out }) => {
    return { out, open: openSegmentOf(state, context.thresholdsAt(state.lastAtMs)) }
  })
  const compared = compareSides(current!, proposedSide!, { day, startMs, endMs: toMs })
  return { locations, compared }
}

function newSide(opening: string | undefined, context: DetectorContext) {
  const state = opening === undefined ? newState() : decodeState(opening)
  return { state, context, out: newDetected() }
}
