// Packs the indexes of weeks that are over. While a fleet reports, rows of all devices come in turn, and an index that is
// ordered by device ends up two thirds full; once the week is over nobody writes there any more.

import { lineTo } from '../../platform/db/primary.ts'

/** Late locations still come for a while. */
const settledAfterDays = 2
/** Bytes that an index entry takes when packed, and the share above which packing is worth the work. */
const packedEntryBytes = 40
const worthIt = 1.2

export interface Compacted {
  partition: string
  beforeBytes: number
  afterBytes: number
}

/** As the owner, one partition after the other, without locking anybody out. */
export async function compact(
  ownerUrl: string,
  now: Date,
  say: (done: Compacted, at: number, total: number) => void,
): Promise<void> {
  const client = lineTo(ownerUrl, { application_name: 'rastro-compact' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select c.relname as name, pg_indexes_size(c.oid)::float8 as bytes
       from pg_class c
       where c.relkind = 'r' and c.relname ~ '^locations_.*_\\d{8}$' and c.reltuples > 0
         and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 + $1::int < ($2::timestamptz at time zone 'UTC')::date
         and pg_indexes_size(c.oid) > c.reltuples * $3::float8
       order by c.relname`,
      [settledAfterDays, now, packedEntryBytes * worthIt],
    )
    for (const [at, { name, bytes }] of rows.entries()) {
      await client.query(`reindex table concurrently ${client.escapeIdentifier(name)}`)
      const after = await client.query('select pg_indexes_size($1::regclass)::float8 as bytes', [name])
      const done = { partition: name, beforeBytes: bytes, afterBytes: after.rows[0].bytes }
      say(done, at + 1, rows.length)
    }
  } finally {
    await client.end()
  }
}
