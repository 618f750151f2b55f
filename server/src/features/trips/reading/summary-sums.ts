// Adds up sums of days, with what segments that are still open contribute.

import { secondsWithin } from '../detection/local-days.ts'
import { plus } from '../detection/sums.ts'
import type { BucketDay, OpenOfDevice, SummarySums } from './summary.queries.ts'

export function emptySums(deviceNumber: number, bucket: number): SummarySums {
  return {
    ...{
      deviceNumber,
      bucket,
      devices: 0,
      trips: 0,
      stops: 0,
      tripSeconds: 0,
      stopSeconds: 0,
      gapSeconds: 0,
    },
    ...{ cm: 0, tripCm: 0, bridgedCm: 0, idleSeconds: 0, idlings: 0, engineSeconds: null, topSpeed: null },
    ...{ odometerBreaks: 0, firstStartMs: null, lastEndMs: null },
    ...{ locations: 0, ahead: 0, coordinates: 0, accuracy: 0, jump: 0 },
  }
}

export function add(into: SummarySums, from: Partial<SummarySums>): void {
  for (const name of addedNames) into[name] += from[name] ?? 0
  into.engineSeconds = plus(into.engineSeconds, from.engineSeconds ?? null)
  const topSpeed = from.topSpeed ?? null
  if (topSpeed !== null && topSpeed > (into.topSpeed ?? 0)) into.topSpeed = topSpeed
  const { firstStartMs = null, lastEndMs = null } = from
  if (firstStartMs !== null) into.firstStartMs = Math.min(into.firstStartMs ?? firstStartMs, firstStartMs)
  if (lastEndMs !== null) into.lastEndMs = Math.max(into.lastEndMs ?? lastEndMs, lastEndMs)
}
const addedNames = [
  ...(['devices', 'trips', 'stops', 'tripSeconds', 'stopSeconds', 'gapSeconds', 'cm', 'tripCm'] as const),
  ...(['bridgedCm', 'idleSeconds', 'idlings', 'locations', 'odometerBreaks'] as const),
  ...(['ahead', 'coordinates', 'accuracy', 'jump'] as const),
]

/** Adds what devices have together, to the totals of each bucket. */
export function addStored(
  totals: readonly SummarySums[],
  { sums, opens }: { sums: SummarySums[]; opens: OpenOfDevice[] },
  days: BucketDay[],
): void {
  for (const one of sums) add(totals[one.bucket]!, one)
  for (const one of opens) addOpen((bucket) => totals[bucket]!, one, days)
}

/** What an open segment adds to the days: all of its time, and the sums and locations of days that are not stored. */
export function addOpen(
  sumsOf: (bucket: number) => SummarySums,
  { open }: OpenOfDevice,
  days: BucketDay[],
): void {
  const { segment, untilMs, segmentDays } = open
  const { kind, beganAtMs } = segment
  for (const date of days) {
    if (date.endMs <= beganAtMs || date.startMs > untilMs) continue
    const isStart = beganAtMs >= date.startMs
    add(sumsOf(date.bucket), {
      [`${kind}Seconds`]: secondsWithin(date, beganAtMs, untilMs),
      ...(isStart && kind === 'trip' && { trips: 1, firstStartMs: beganAtMs }),
      ...(isStart && kind === 'stop' && { stops: 1 }),
    })
  }
  const bucketOf = new Map(days.map(({ day, bucket }) => [day, bucket]))
  for (const one of segmentDays) {
    const { day, cm, bridgedCm, idleSeconds, idlings, engineSeconds, topSpeedTenthKmh, odometerBreaks } = one
    const bucket = bucketOf.get(day)
    if (bucket === undefined) continue
    const tripCm = kind === 'trip' ? cm : 0
    const times = { idleSeconds, idlings, engineSeconds }
    add(sumsOf(bucket), { cm, tripCm, bridgedCm, ...times, topSpeed: topSpeedTenthKmh, odometerBreaks })
  }
  for (const { day, ...counts } of open.days) {
    const bucket = bucketOf.get(day)
    if (bucket !== undefined) add(sumsOf(bucket), counts)
  }
}
