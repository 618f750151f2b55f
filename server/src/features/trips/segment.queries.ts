// Segments, their sums by day, and corrections, as the trip processor writes them.

import type { AccountDb } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { DayRow, SegmentRow, StoredPart, StoredRow } from './changes.ts'
import type { Reason, ReasonName, SegmentDay, SegmentKind } from './detection/detection.types.ts'
import { algorithm } from './detection/state.ts'

export interface SegmentRange {
  deviceNumber: number
  /** Segments that begin from here on, */
  fromMs: number
  /** up to here, inclusive. */
  untilMs: number
}

export interface SumColumns {
  cm: number
  bridgedCm: number
  driftCm: number
  deviceCm: number | null
  odometerBreaks: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  topSpeed: number | null
  locations: number
}

export interface SegmentColumns extends SumColumns {
  deviceNumber: number
  beganMs: number
  endedMs: number | null
  id: string
  kind: SegmentKind
  version: number
  corrections: number
  day: string | null
  fromLatitude: number
  fromLongitude: number
  toLatitude: number
  toLongitude: number
  began: string
  ended: string | null
}

export const sumColumns = sql`cm, bridged_cm, drift_cm, device_cm, odometer_breaks, idle_seconds, idlings, engine_seconds,
  top_speed, locations`

/** Of `segments`. */
export const segmentColumns = sql`device_number, date_part('epoch', began_at) * 1000 as began_ms,
  date_part('epoch', ended_at) * 1000 as ended_ms, id, kind, version, corrections, day, from_latitude, from_longitude,
  to_latitude, to_longitude, began, ended, ${sumColumns}`

export async function readStored(db: AccountDb, ranges: SegmentRange[]): Promise<Map<number, StoredPart>> {
  const given = sql`unnest(${ranges.map((range) => range.deviceNumber)}::int[],
    ${ranges.map((range) => toTimestamp(range.fromMs))}::timestamptz[],
    ${ranges.map((range) => toTimestamp(range.untilMs))}::timestamptz[]) as given (device_number, first_at, last_at)`
  const firstMs = Math.min(...ranges.map((range) => range.fromMs))
  const isWithin = sql`account_id = ${db.accountId} and device_number = given.device_number
    and began_at between given.first_at and given.last_at and began_at >= ${toTimestamp(firstMs)}`
  const segments = await db<SegmentColumns>`
    select found.* from ${given} cross join lateral (
      select ${segmentColumns} from segments where ${isWithin} order by began_at) as found`
  const days = await db<SumColumns & { deviceNumber: number; beganMs: number; day: string }>`
    select found.* from ${given} cross join lateral (
      select device_number, date_part('epoch', began_at) * 1000 as began_ms, day, ${sumColumns}
      from segment_days where ${isWithin} order by began_at, day) as found`
  const parts = new Map(
    ranges.map(({ deviceNumber }): [number, StoredPart] => [deviceNumber, { segments: [], days: [] }]),
  )
  for (const row of segments) {
    const part = parts.get(row.deviceNumber)!
    part.segments.push(toStoredRow(row))
    if (row.day !== null) part.days.push({ beganAtMs: row.beganMs, day: row.day, ...toSums(row) })
  }
  for (const row of days) {
    parts.get(row.deviceNumber)!.days.push({ beganAtMs: row.beganMs, day: row.day, ...toSums(row) })
  }
  return parts
}

export function toStoredRow(row: SegmentColumns): StoredRow {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    corrections: row.corrections,
    day: row.day,
    beganAtMs: row.beganMs,
    endedAtMs: row.endedMs,
    from: { latitudeE7: row.fromLatitude, longitudeE7: row.fromLongitude },
    to: { latitudeE7: row.toLatitude, longitudeE7: row.toLongitude },
    began: toReason(row.began),
    ended: row.ended === null ? null : toReason(row.ended),
    totals: toSums(row),
  }
}

/** The same as the function `segment_reason` of the database. */
function toReason(words: string): Reason {
  const [by, decidedAtMs, metres, seconds] = words.split(' ')
  return {
    by: by as ReasonName,
    decidedAtMs: Number(decidedAtMs),
    metres: Number(metres),
    seconds: Number(seconds),
  }
}

function fromReason({ by, decidedAtMs, metres, seconds }: Reason): string {
  return `${by} ${decidedAtMs} ${metres} ${seconds}`
}

export function toSums(row: SumColumns): Omit<SegmentDay, 'beganAtMs' | 'day'> {
  const { cm, bridgedCm, driftCm, deviceCm, odometerBreaks, idleSeconds, idlings, engineSeconds } = row
  const distances = { cm, bridgedCm, driftCm, deviceCm, odometerBreaks }
  const times = { idleSeconds, idlings, engineSeconds }
  return { ...distances, ...times, topSpeedTenthKmh: row.topSpeed, locations: row.locations }
}

export async function deleteSegments(
  db: AccountDb,
  keys: { deviceNumber: number; beganAtMs: number }[],
): Promise<void> {
  await db`
    delete from segments s
    using unnest(${keys.map((key) => key.deviceNumber)}::int[], ${keys.map((key) => toTimestamp(key.beganAtMs))}::timestamptz[])
      as given (device_number, began_at)
    where s.account_id = ${db.accountId} and s.device_number = given.device_number
      and s.began_at = given.began_at`
}

export async function insertSegments(
  db: AccountDb,
  rows: (SegmentRow & { deviceNumber: number })[],
): Promise<void> {
  const given = rows.map((row) => ({
    device_number: row.deviceNumber,
    began_s: row.beganAtMs / 1_000,
    ended_s: row.endedAtMs === null ? null : row.endedAtMs / 1_000,
    id: row.id,
    kind: row.kind,
    version: row.version,
    corrections: row.corrections,
    day: row.day,
    from_latitude: row.from.latitudeE7,
    from_longitude: row.from.longitudeE7,
    to_latitude: row.to.latitudeE7,
    to_longitude: row.to.longitudeE7,
    began: fromReason(row.began),
    ended: row.ended && fromReason(row.ended),
    ...fromSums(row.totals),
  }))
  await db`
    insert into segments (account_id, device_number, began_at, ended_at, id, kind, version, corrections, algorithm, day,
      from_latitude, from_longitude, to_latitude, to_longitude, began, ended, ${sumColumns})
    select ${db.accountId}, device_number, to_timestamp(began_s), to_timestamp(ended_s), id, kind, version, corrections,
      ${algorithm}, day, from_latitude, from_longitude, to_latitude, to_longitude, began, ended, ${sumColumns}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (device_number int, began_s float8, ended_s float8,
      id uuid, kind text, version int, corrections int, day date, from_latitude int, from_longitude int, to_latitude int,
      to_longitude int, began text, ended text, ${sumTypes})`
}

const sumTypes = sql`cm bigint, bridged_cm bigint, drift_cm bigint, device_cm bigint, odometer_breaks int,
  idle_seconds int, idlings int, engine_seconds int, top_speed smallint, locations int`

function fromSums(sums: Omit<SegmentDay, 'beganAtMs' | 'day'>): Record<string, number | null> {
  return {
    cm: sums.cm,
    bridged_cm: sums.bridgedCm,
    drift_cm: sums.driftCm,
    device_cm: sums.deviceCm,
    odometer_breaks: sums.odometerBreaks,
    idle_seconds: sums.idleSeconds,
    idlings: sums.idlings,
    engine_seconds: sums.engineSeconds,
    top_speed: sums.topSpeedTenthKmh,
    locations: sums.locations,
  }
}

export async function deleteSegmentDays(
  db: AccountDb,
  keys: { deviceNumber: number; beganAtMs: number; day: string }[],
): Promise<void> {
  await db`
    delete from segment_days s
    using unnest(${keys.map((key) => key.deviceNumber)}::int[], ${keys.map((key) => toTimestamp(key.beganAtMs))}::timestamptz[],
      ${keys.map((key) => key.day)}::date[]) as given (device_number, began_at, day)
    where s.account_id = ${db.accountId} and s.device_number = given.device_number
      and s.began_at = given.began_at and s.day = given.day`
}

export async function insertSegmentDays(
  db: AccountDb,
  rows: (DayRow & { deviceNumber: number })[],
): Promise<void> {
  const given = rows.map((row) => ({
    device_number: row.deviceNumber,
    began_s: row.beganAtMs / 1_000,
    day: row.day,
    kind: row.kind,
    ...fromSums(row),
  }))
  await db`
    insert into segment_days (account_id, device_number, began_at, day, kind, ${sumColumns})
    select ${db.accountId}, device_number, to_timestamp(began_s), day, kind, ${sumColumns}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (device_number int, began_s float8, day date,
      kind text, ${sumTypes})`
}

export interface NewCorrection {
  deviceNumber: number
  segmentId: string
  kind: SegmentKind
  version: number
  cause: string
  before: object
  after: object | null
}

export async function insertCorrections(
  db: AccountDb,
  corrections: NewCorrection[],
  at: Date,
): Promise<void> {
  const column = <K extends keyof NewCorrection>(name: K) => corrections.map((one) => one[name])
  await db`
    insert into segment_corrections (account_id, at, device_number, segment_id, kind, version, cause, before, after)
    select ${db.accountId}, ${at}::timestamptz, * from unnest(${column('deviceNumber')}::int[], ${column('segmentId')}::uuid[],
      ${column('kind')}::text[], ${column('version')}::int[], ${column('cause')}::text[],
      ${corrections.map(({ before }) => JSON.stringify(before))}::jsonb[],
      ${corrections.map(({ after }) => after && JSON.stringify(after))}::jsonb[])`
}
