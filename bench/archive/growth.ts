// Reads from an archive of 100 million and of 1,000 million locations. Real: the rows of the manifest, their indexes, the objects
// and their folders. Not real: objects are hard links to one, so that their content differs in nothing but its name, and the
// accounts and devices of the copies exist in the manifest only. What is read is the original.

import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Figures } from '../harness.ts'
import { percentile } from '../harness.ts'
import type { Installation } from '../installation.ts'
import { measureReads } from './reading.ts'

const millions = [100, 1_000] as const
/** So many accounts have copies in the same week; the others are of the weeks before. */
const accounts = 40

export async function measureGrowth(
  installation: Installation,
  superuser: pg.Client,
  directory: string,
  mondayMs: number,
): Promise<Figures> {
  const { rows } = await superuser.query(
    'select object_id, key, locations from archive_objects order by locations desc limit 1',
  )
  const [original] = rows as [{ object_id: string; key: string; locations: number }]
  const figures: Figures = {}
  const p50: number[] = []
  const p99: number[] = []
  let copies = 0
  for (const size of millions) {
    const wanted = Math.ceil((size * 1e6) / original.locations)
    const keys = await copyManifest(superuser, original.object_id, copies + 1, wanted)
    for (const key of keys) await linkTo(join(directory, original.key), join(directory, key))
    copies = wanted
    await superuser.query('vacuum (analyze) archive_parts, archive_groups, archive_objects, archive_weeks')
    const sizes = await superuser.query(
      `select (select sum(locations) from archive_objects)::float8 / 1e6 as locations,
         (select count(*) from archive_objects)::int as objects, (select count(*) from archive_parts)::int as parts,
         (pg_total_relation_size('archive_parts') + pg_total_relation_size('archive_groups')
           + pg_total_relation_size('archive_objects'))::float8 as bytes`,
    )
    const [found] = sizes.rows
    const reads = await measureReads(installation, mondayMs, 0)
    p50.push(percentile(reads.ms, 0.5))
    p99.push(percentile(reads.ms, 0.99))
    const name = `growth, ${size} M`
    figures[`${name}: locations, M`] = found.locations
    figures[`${name}: objects`] = found.objects
    figures[`${name}: parts in the manifest`] = found.parts
    figures[`${name}: manifest, bytes per 1,000 locations`] = found.bytes / found.locations / 1_000
    figures[`${name}: a device's day, p50 ms`] = p50.at(-1)!
    figures[`${name}: a device's day, p99 ms`] = p99.at(-1)!
    figures[`${name}: a device's day, CPU ms`] = reads.cpuMs + reads.postgresCpuMs
  }
  figures['growth: p50 of 1,000 M to 100 M'] = p50[1]! / p50[0]!
  figures['growth: p99 of 1,000 M to 100 M'] = p99[1]! / p99[0]!
  return figures
}

/** Returns the keys of the copies. */
async function copyManifest(
  superuser: pg.Client,
  originalId: string,
  first: number,
  last: number,
): Promise<string[]> {
  const copy = `generate_series(${first}, ${last}) as c, lateral (select c / ${accounts} as weeks, c % ${accounts} as account) as at`
  // Without the accounts and devices that the parts refer to.
  await superuser.query('set session_replication_role = replica')
  try {
    await superuser.query(
      `insert into archive_weeks (class, week, closed_at, archived_at, dropped_at, locations)
       select distinct w.class, w.week - 7 * at.weeks, w.closed_at, w.archived_at, w.dropped_at, w.locations
       from archive_objects o join archive_weeks w using (class, week), ${copy}
       where o.object_id = $1 on conflict do nothing`,
      [originalId],
    )
    const { rows } = await superuser.query(
      `insert into archive_objects (object_id, key, class, week, bytes, locations) overriding system value
       select o.object_id + c, format('class=%s/week=%s/copy-%s.parquet', o.class, o.week - 7 * at.weeks, c), o.class,
         o.week - 7 * at.weeks, o.bytes, o.locations
       from archive_objects o, ${copy} where o.object_id = $1 returning key`,
      [originalId],
    )
    await superuser.query(
      `insert into archive_groups select g.object_id + c, g.number, g.first_row, g.locations, g.at_byte, g.bytes, g.crc32
       from archive_groups g, ${copy} where g.object_id = $1`,
      [originalId],
    )
    await superuser.query(
      `insert into archive_parts
       select p.account_id + at.account, p.device_number + 1000000 * at.account, p.object_id + c, p.group_number,
         p.first_fixed_at - make_interval(days => 7 * at.weeks), p.last_fixed_at - make_interval(days => 7 * at.weeks),
         p.first_row, p.locations
       from archive_parts p, ${copy} where p.object_id = $1`,
      [originalId],
    )
    return rows.map(({ key }) => key)
  } finally {
    await superuser.query('set session_replication_role = origin')
  }
}

async function linkTo(file: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true })
  await link(file, copy)
}
