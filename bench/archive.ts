// npm run bench -- archive: a week of a fleet in the archive, on a disk and in S3 (s3rver, on loopback), beside the same week in
// PostgreSQL: size, speed of archiving, and reads of a device's day through the API. Then trackers that report meanwhile, and reads
// from an archive of 100 million and of 1,000 million locations. `--parts disk,s3,live` measures some of it.

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { report } from '../scripts/proof/report.ts'
import { openS3rver } from '../server/src/platform/objects/testing/s3rver.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { measureArchiving } from './archive/archiving.ts'
import { measureGrowth } from './archive/growth.ts'
import { measureLive } from './archive/live.ts'
import { measureReads } from './archive/reading.ts'
import { fillWeek } from './archive/week.ts'
import type { Figures } from './harness.ts'
import { percentile } from './harness.ts'
import type { Installation } from './installation.ts'
import { install } from './installation.ts'

const targets = {
  'disk: bytes per location': { atMost: 25 },
  'disk: locations archived per CPU second': { atLeast: 200_000 },
  'S3: locations archived per CPU second': { atLeast: 200_000 },
  'disk: memory of archiving, MB': { atMost: 300 },
  "disk: a device's day, p99 to PostgreSQL's": { atMost: 3 },
  "S3: a device's day, p99 ms": { atMost: 100 },
  'disk: tracks of 31 days that differ': { is: 0 },
  'S3: tracks of 31 days that differ': { is: 0 },
  'live: p99 while archiving to p99 before it': { atMost: 1.2 },
  'growth: p50 of 1,000 M to 100 M': { atMost: 1.3 },
  'growth: p99 of 1,000 M to 100 M': { atMost: 1.3 },
}

/** An installation with a week to archive. */
interface Filled {
  installation: Installation
  superuser: pg.Client
  identifiers: string[]
  mondayMs: number
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '100' },
      parts: { type: 'string', default: 'disk,s3,live' },
    },
  })
  const parts = values.parts.split(',')
  const dir = await mkdtemp(join(tmpdir(), 'rastro-bench-archive-'))
  const figures: Figures = {}
  const add = (more: Figures) => Object.assign(figures, more)
  const identifiers = imeisOf('35630705', Number(values.devices))
  const onDisk = async (name: string) => {
    const directory = join(dir, name)
    await mkdir(directory)
    return { RASTRO_ARCHIVE_KIND: 'local', RASTRO_ARCHIVE_DIRECTORY: directory }
  }
  try {
    if (parts.includes('disk')) {
      const settings = await onDisk('disk')
      await withWeek(identifiers, settings, async (filled) => {
        add(await measure('disk', filled))
        const { installation, superuser, mondayMs } = filled
        const directory = settings.RASTRO_ARCHIVE_DIRECTORY
        add(await measureGrowth(installation, superuser, directory, mondayMs))
      })
    }
    if (parts.includes('s3')) {
      await withS3(join(dir, 's3'), (settings) =>
        withWeek(identifiers, settings, async (filled) => add(await measure('S3', filled))),
      )
    }
    if (parts.includes('live')) {
      await withWeek(identifiers, await onDisk('live'), async ({ installation, superuser }) =>
        add(await measureLive(installation, superuser, identifiers)),
      )
    }
    const measured = Object.entries(targets).filter(([name]) => name in figures)
    report('archive', figures, Object.fromEntries(measured))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function withS3(dir: string, work: (settings: Record<string, string>) => Promise<void>): Promise<void> {
  const s3 = await openS3rver(dir)
  try {
    await work({
      RASTRO_ARCHIVE_KIND: 's3',
      RASTRO_ARCHIVE_S3_URL: s3.settings.endpoint,
      RASTRO_ARCHIVE_S3_BUCKET: s3.settings.bucket,
      RASTRO_ARCHIVE_S3_ACCESS_KEY: s3.settings.accessKeyId,
      RASTRO_ARCHIVE_S3_SECRET: s3.settings.secretAccessKey,
    })
  } finally {
    await s3.close()
  }
}

async function withWeek(
  identifiers: string[],
  settings: Record<string, string>,
  work: (filled: Filled) => Promise<unknown>,
): Promise<void> {
  const installation = await install(identifiers, settings, { postgresSettings: { shared_buffers: '1GB' } })
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  try {
    await superuser.connect()
    await work({ installation, superuser, identifiers, mondayMs: await fillWeek(superuser) })
  } finally {
    await superuser.end()
    await installation.remove()
  }
}

async function measure(name: string, { installation, superuser, mondayMs }: Filled): Promise<Figures> {
  const before = await measureReads(installation, mondayMs)
  const archiving = await measureArchiving(installation)
  const { rows } = await superuser.query(
    'select sum(bytes)::float8 as bytes, sum(locations)::float8 as locations from archive_objects',
  )
  // In ten minutes, when the reads that began before have ended.
  await superuser.query("update archive_weeks set archived_at = archived_at - interval '1 hour'")
  await measureArchiving(installation)
  const after = await measureReads(installation, mondayMs)
  const differing = before.tracks.filter((track, index) => track !== after.tracks[index]).length
  const [{ bytes, locations }] = rows
  return prefixed(name, {
    locations,
    'bytes per location': bytes / locations,
    'locations archived per second': locations / archiving.seconds,
    'locations archived per CPU second': locations / archiving.cpuSeconds,
    'CPU seconds of PostgreSQL meanwhile': archiving.postgresSeconds,
    'locations archived per CPU second, with PostgreSQL':
      locations / (archiving.cpuSeconds + archiving.postgresSeconds),
    'memory of archiving, MB': archiving.peakMb,
    "a device's day in PostgreSQL, p50 ms": percentile(before.ms, 0.5),
    "a device's day in PostgreSQL, p99 ms": percentile(before.ms, 0.99),
    "a device's day in PostgreSQL, CPU ms of the API": before.cpuMs,
    "a device's day in PostgreSQL, CPU ms of PostgreSQL": before.postgresCpuMs,
    "a device's day, p50 ms": percentile(after.ms, 0.5),
    "a device's day, p99 ms": percentile(after.ms, 0.99),
    "a device's day, CPU ms of the API": after.cpuMs,
    "a device's day, CPU ms of PostgreSQL": after.postgresCpuMs,
    "a device's day, p50 to PostgreSQL's": percentile(after.ms, 0.5) / percentile(before.ms, 0.5),
    "a device's day, p99 to PostgreSQL's": percentile(after.ms, 0.99) / percentile(before.ms, 0.99),
    'tracks of 31 days': before.tracks.length,
    'tracks of 31 days that differ': differing,
  })
}

function prefixed(name: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}: ${key}`, value]))
}
