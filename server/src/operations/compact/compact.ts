// Rebuilds the indexes of past weeks. While a fleet reports, rows of all devices are interleaved, so an index ordered
// by device ends up two thirds full. Past weeks are no longer written to.

import { createPgClient } from '../../platform/db/primary.ts'

/** Late locations still arrive for a while. */
const settleDays = 2
/** Bytes per index entry after a rebuild, and the bloat factor from which a rebuild is worthwhile. */
const packedEntryBytes = 40
const minBloat = 1.2

export interface Compacted {
  partition: string
  beforeBytes: number
  afterBytes: number
}

/** Runs as the owner, partition by partition, without blocking reads or writes. */
export async function compact(
  ownerUrl: string,
  now: Date,
  report: (done: Compacted, index: number, total: number) => void,
): Promise<void> {
  const client = createPgClient(ownerUrl, { application_name: 'rastro-compact' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select c.relname as name, pg_indexes_size(c.oid)::float8 as bytes
       from pg_class c
       where c.relkind = 'r' and c.relname ~ '^locations_.*_\\d{8}$' and c.reltuples > 0
         and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 + $1::int < ($2::timestamptz at time zone 'UTC')::date
         and pg_indexes_size(c.oid) > c.reltuples * $3::float8
       order by c.relname`,
      [settleDays, now, packedEntryBytes * minBloat],
    )
    for (const [index, { name, bytes }] of rows.entries()) {
      await client.query(`reindex table concurrently ${client.escapeIdentifier(name)}`)
      const after = await client.query('select pg_indexes_size($1::regclass)::float8 as bytes', [name])
      const done = { partition: name, beforeBytes: bytes, afterBytes: after.rows[0].bytes }
      report(done, index + 1, rows.length)
    }
  } finally {
    await client.end()
  }
}
