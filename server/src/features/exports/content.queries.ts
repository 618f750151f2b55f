// Reads the content of an export, chunk by chunk: every statement is a transaction of its own, and none takes long.

import type { AccountDb } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import type { ExportedKind } from './kinds/fields.ts'

export interface RecordChunk {
  /** JSON Lines. */
  lines: string
  rows: number
  /** The key of the last record, as text. */
  key: string[]
}

const maxRecords = 1_000
/** A chunk with more bytes ends early, but has at least one record. */
const maxChunkBytes = 1_048_576

const statements = new WeakMap<ExportedKind, { first: string; next: string }>()

/** The records after a key, in its order; undefined at the end. */
export async function readRecords(
  db: AccountDb,
  kind: ExportedKind,
  after: string[] | undefined,
): Promise<RecordChunk | undefined> {
  const known = statements.get(kind) ?? { first: statementOf(kind, false), next: statementOf(kind, true) }
  statements.set(kind, known)
  const values = after ? [db.accountId, ...after] : [db.accountId]
  const [row] = (await db.text(after ? known.next : known.first, values)) as unknown as RecordChunk[]
  return row?.rows ? row : undefined
}

function statementOf({ table, key, fields }: ExportedKind, continues: boolean): string {
  const columns = Object.keys(key)
  const keyed = columns.map((column) => `t.${column}`).join(', ')
  const from = Object.values(key).map((type, index) => `$${index + 2}::${type}`)
  const pairs = Object.entries(fields).map(([name, { sql }]) => `'${name}', ${sql}`)
  return `
    with found as (
      select row_number() over (order by ${keyed}) as ordinal,
        array[${columns.map((column) => `t.${column}::text`).join(', ')}] as key,
        replace(json_build_object(${pairs.join(', ')})::text, e'\\n', ' ') as json
      from ${table} t
      where t.account_id = $1 ${continues ? `and (${keyed}) > (${from.join(', ')})` : ''}
      order by ${keyed} limit ${maxRecords}),
    sized as (select *, sum(length(json)) over (order by ordinal) as bytes from found),
    chunk as (select * from sized where ordinal = 1 or bytes <= ${maxChunkBytes})
    select coalesce(string_agg(json || e'\\n', '' order by ordinal), '') as lines, count(*)::int as rows,
      (select key from chunk order by ordinal desc limit 1) as key
    from chunk`
}

export interface ExportedDevice {
  number: number
  id: string
}

export function listDevices(db: AccountDb, after: number, limit: number): Promise<ExportedDevice[]> {
  return db<ExportedDevice>`
    select number, id from devices where account_id = ${db.accountId} and number > ${after}
    order by number limit ${limit}`
}

/** The month of the first location from an instant on, as its first instant in UTC. */
export async function findMonth(db: AccountDb, device: number, from: Date): Promise<Date | undefined> {
  const history = await historyOf(db, {
    deviceNumbers: [device],
    fromMs: from.getTime(),
    toMs: Number.POSITIVE_INFINITY,
    limit: 1,
  })
  const [row] = await db<{ month: Date }>`
    select date_trunc('month', fixed_at, 'UTC') as month from ${history} l
    where account_id = ${db.accountId} and device_number = ${device} and fixed_at >= ${from}
    order by fixed_at limit 1`
  return row?.month
}

export interface LocationChunk {
  lines: string
  rows: number
  last: LocationKey
}

export interface LocationKey {
  fixedAt: string
  fingerprint: number
  class: number
}

export const locationColumns =
  'dateTime,receivedAt,latitude,longitude,altitude,speed,course,accuracy,satellites,more'

/** Rows of one device before an instant, after a row of it. Speed in m/s, as in the API. */
export async function readLocations(
  db: AccountDb,
  device: number,
  after: LocationKey,
  before: Date,
  limit: number,
): Promise<LocationChunk | undefined> {
  const fromMs = Date.parse(after.fixedAt)
  const history = await historyOf(db, {
    deviceNumbers: [device],
    fromMs,
    toMs: before.getTime(),
    after: { atMs: fromMs, fingerprint: after.fingerprint },
    limit,
  })
  const [row] = await db<LocationChunk>`
    with found as (
      select l.fixed_at, l.fingerprint, l.class, concat(
        iso_time(l.fixed_at), ',', iso_time(l.received_at), ',', (l.latitude / 1e7::float8), ',',
        (l.longitude / 1e7::float8), ',', l.altitude_m, ',', round(l.speed / 36.0, 2), ',', (l.course / 10.0::float8),
        ',', l.accuracy_m, ',', l.satellites, ',', '"' || replace(l.more::text, '"', '""') || '"', e'\\n') as line
      from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = ${device}
        and (l.fixed_at, l.fingerprint, l.class)
          > (${after.fixedAt}::timestamptz, ${after.fingerprint}::int, ${after.class}::smallint)
        and l.fixed_at >= ${after.fixedAt}::timestamptz and l.fixed_at < ${before}
      order by l.fixed_at, l.fingerprint, l.class limit ${limit})
    select coalesce(string_agg(line, '' order by fixed_at, fingerprint, class), '') as lines, count(*)::int as rows,
      (select json_build_object('fixedAt', fixed_at::text, 'fingerprint', fingerprint, 'class', class)
        from found order by fixed_at desc, fingerprint desc, class desc limit 1) as last
    from found`
  return row?.rows ? row : undefined
}

export interface ExportedPhoto {
  type: string
  bytes: Buffer
}

export async function findPhoto(db: AccountDb, device: number): Promise<ExportedPhoto | undefined> {
  const [row] = await db<ExportedPhoto>`
    select type, bytes from device_photos where account_id = ${db.accountId} and device_number = ${device}`
  return row
}
