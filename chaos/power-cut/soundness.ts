// Checks the integrity of PostgreSQL's files after the power cuts.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getPostgresInstalls } from '../../scripts/services/binaries.ts'
import type { Installation } from '../installation/installation.ts'

export async function checkSoundness(
  { postgres, query }: Installation,
  log: (line: string) => void,
): Promise<{ corruptions: number; checksumFailures: number; hasChecksums: boolean }> {
  const { bin } = getPostgresInstalls()[0]!
  const url = new URL(postgres.url('superuser', 'rastro'))
  const where = ['--host', url.hostname, '--port', url.port, '--username', url.username]
  const args = [...where, '--install-missing', '--heapallindexed', 'rastro']
  // Exits with 2 if it found something, and prints a line for each finding.
  const { stdout, stderr } = await promisify(execFile)(join(bin, 'pg_amcheck'), args, {
    env: { PATH: process.env.PATH, PGPASSWORD: url.password },
  }).catch((error) => error)
  const found = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '')
  for (const line of found.slice(0, 10)) log(`  pg_amcheck: ${line}`)
  const [row] = await query<{ failures: number; checksums: string }>(
    `select coalesce(sum(checksum_failures), 0)::int as failures, current_setting('data_checksums') as checksums
     from pg_stat_database`,
  )
  return {
    corruptions: found.length,
    checksumFailures: row!.failures,
    hasChecksums: row!.checksums === 'on',
  }
}
