// The newest segments of a device: the one that its stored state has open, and what the locations after that state add to
// it. Computed in memory, as the processor will; nothing is written.

import type { Context } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { deviceNotFound } from '../../devices/device.api.ts'
import { compare } from '../changes.ts'
import type { DetectorContext, OpenSegmentView } from '../detection/advance.ts'
import { advance, openSegmentOf } from '../detection/advance.ts'
import { newDetected } from '../detection/detected.ts'
import type {
  DayCounts,
  Detected,
  SegmentDay,
  SegmentKind,
  TrackLocation,
} from '../detection/detection.types.ts'
import type { TrackMarks } from '../detection/marks.ts'
import { noMarks } from '../detection/marks.ts'
import type { Thresholds } from '../detection/settings.ts'
import { isCoarse } from '../detection/settings.ts'
import { decodeState, newState } from '../detection/state.ts'
import { totalsOf } from '../detection/sums.ts'
import type { Boundary } from '../detection/window.ts'
import { boundaryOf, replacedBy } from '../detection/window.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import { thresholdsBy } from '../effective-settings.ts'
import { readStored } from '../segment.queries.ts'
import { deriveId } from '../segment-id.ts'
import { isCurrent } from '../state-version.ts'
import { readRows } from '../track.queries.ts'
import { toTrackLocation } from '../track-location.ts'
import { readMarks } from '../track-mark.queries.ts'
import type { ZonedDays } from '../zoned-days.ts'
import { createZonedDays } from '../zoned-days.ts'
import type { ReadSegment } from './reading.types.ts'
import type { StoredDevice } from './segment-read.queries.ts'
import * as queries from './segment-read.queries.ts'

/** Of the locations after the stored state. There are more only while the processor is far behind. */
const maxTailRows = 5_000

export interface DeviceTrack {
  deviceNumber: number
  deviceId: string
  days: ZonedDays
  settings: SettingsPeriod[] | null
  thresholdsAt(instantMs: number): Thresholds
  marks: TrackMarks
  /** Oldest first. All others are stored, have ended, and begin before `fromMs`. */
  segments: ReadSegment[]
  fromMs: number
  /** Sums of these segments that no stored day contains yet. */
  sums: (SegmentDay & { kind: SegmentKind })[]
  /** Locations of days that no stored day contains yet. */
  counts: DayCounts[]
}

type Needs = Pick<Context, 'now'> & { db: AccountDb }

/** Call it in a snapshot: state, locations and stored segments must be of one instant. */
export async function readTrack(ctx: Needs, caller: Caller, deviceId: string): Promise<DeviceTrack> {
  const device = await queries.findDevice(ctx.db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  return computeTrack(ctx, device)
}

export async function computeTrack({ db, now }: Needs, device: StoredDevice): Promise<DeviceTrack> {
  const { deviceNumber, deviceId } = device
  const days = createZonedDays(device.zones ?? [[null, device.zone ?? device.timeZone]])
  const thresholdsAt = thresholdsBy(device.settings)
  const marks = (await readMarks(db, [deviceNumber])).get(deviceNumber) ?? noMarks
  const context = { days, thresholdsAt, marks }
  const { from, detected, open, counts, stateAtMs, lastAtMs } = await advanceStored(db, device, context)
  const range = { deviceNumber, fromMs: from.beganAtMs, untilMs: Number.POSITIVE_INFINITY }
  const stored = (await readStored(db, [range])).get(deviceNumber)!
  const changes = compare(
    { detected, from, until: null },
    open,
    stored,
    (instantMs) => days.at(instantMs).day,
    (segment) => deriveId(device, stateAtMs, segment),
  )
  const removed = new Set(changes.removed)
  const rows = [...stored.segments.filter((row) => !removed.has(row.beganAtMs)), ...changes.written].sort(
    (a, b) => a.beganAtMs - b.beganAtMs,
  )
  const isReplaced = replacedBy({ from, until: null })
  const kept = stored.days.filter(({ beganAtMs, day }) => !isReplaced.segmentDay(beganAtMs, day))
  const added = [...detected.segmentDays, ...(open?.segmentDays ?? [])]
  const daysOf = Map.groupBy([...kept, ...added], ({ beganAtMs }) => beganAtMs)
  const correctedAt = await findCorrectedAt(db, rows)
  const silentAtMs = Math.max(lastAtMs, device.latestMs ?? 0) + thresholdsAt(lastAtMs).gapMs

  const segments = rows.map((row): ReadSegment => {
    const ofDays = daysOf.get(row.beganAtMs) ?? []
    const isOpen = row.endedAtMs === null
    const whole = isOpen && open ? { totals: totalsOf(ofDays), to: open.segment.to } : {}
    return {
      ...row,
      ...whole,
      deviceId,
      deviceNumber,
      correctedAtMs: correctedAt.get(row.id) ?? null,
      untilMs: row.endedAtMs ?? open?.untilMs ?? row.beganAtMs,
      isSilent: isOpen && row.kind === 'trip' && +now() > silentAtMs,
      isCoarse: isCoarse(thresholdsAt(row.beganAtMs).settings),
      days: ofDays,
    }
  })
  const kindOf = new Map(segments.map(({ beganAtMs, kind }) => [beganAtMs, kind]))
  return {
    ...{ deviceNumber, deviceId, days, settings: device.settings, thresholdsAt, marks },
    segments,
    fromMs: from.beganAtMs,
    sums: added.flatMap((one) => {
      const kind = kindOf.get(one.beganAtMs)
      return kind ? [{ ...one, kind }] : []
    }),
    counts: [...detected.days, ...counts],
  }
}

interface Advanced {
  detected: Detected
  open: OpenSegmentView | null
  /** Of days that are not over. */
  counts: DayCounts[]
  from: Boundary
  /** Of the stored state, and after the locations that follow it. */
  stateAtMs: number
  lastAtMs: number
}

async function advanceStored(
  db: AccountDb,
  device: StoredDevice,
  context: DetectorContext,
): Promise<Advanced> {
  const detected = newDetected()
  // States of another version are replaced by the processor; until then they cannot be continued.
  if (device.state !== null && !isCurrent(device.state)) return storedOnly(device, detected)
  const state = device.state === null ? newState() : decodeState(device.state)
  const { lastAtMs: stateAtMs } = state
  const from = boundaryOf(state, state.day)
  advance(state, await readTail(db, device, stateAtMs), context, detected)
  const open = openSegmentOf(state, context.thresholdsAt(state.lastAtMs))
  return { detected, open, counts: state.counts, from, stateAtMs, lastAtMs: state.lastAtMs }
}

function storedOnly({ open }: StoredDevice, detected: Detected): Advanced {
  const beganAtMs = open?.segment.beganAtMs ?? Number.POSITIVE_INFINITY
  const lastAtMs = open?.untilMs ?? Number.NEGATIVE_INFINITY
  const segmentDay = open?.segmentDays[0]?.day ?? ''
  const from = { openingDay: '', countsDay: '', beganAtMs, segmentDay, lastAtMs }
  return { detected, open, counts: open?.days ?? [], from, stateAtMs: lastAtMs, lastAtMs }
}

/** Never a part of the rows of an instant. */
async function readTail(
  db: AccountDb,
  { deviceNumber, latestMs }: StoredDevice,
  afterMs: number,
): Promise<TrackLocation[]> {
  if (latestMs === null || latestMs <= afterMs) return []
  const part = { deviceNumber, afterMs, untilMs: latestMs }
  const rows = (await readRows(db, [part], maxTailRows + 1)).get(deviceNumber) ?? []
  const locations = rows.map(toTrackLocation)
  if (rows.length <= maxTailRows) return locations
  const { fixedAtMs } = locations.at(-1)!
  return locations.filter((location) => location.fixedAtMs < fixedAtMs)
}

async function findCorrectedAt(
  db: AccountDb,
  rows: { id: string; corrections: number }[],
): Promise<Map<string, number>> {
  const ids = rows.filter(({ corrections }) => corrections > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await queries.listCorrectedAt(db, ids)
  return new Map(found.map(({ id, correctedMs }) => [id, correctedMs]))
}
