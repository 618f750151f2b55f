// Reads the entries of the archive and writes the lists for pg_restore: what to restore, and in which order.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidError } from '../../platform/http/errors.ts'
import type { Manifest } from './manifest.ts'
import { dumpDirectory } from './manifest.ts'
import { listArchive } from './postgres-tools.ts'

/** List files in a temporary directory. */
export interface RestoreLists {
  /** Has no entries: pg_restore connects and changes nothing. */
  none: string
  /** To be restored one after the other. */
  ordered: string[]
  remove(): Promise<void>
}

/** Extensions belong to the superuser: they and their objects already exist. */
const ofSuperuser =
  /^\d+; \d+ \d+ (EXTENSION|COMMENT - EXTENSION|TABLE DATA public spatial_ref_sys|(ACL|COMMENT) - SCHEMA public|SCHEMA - public)\b/
const ofSecurity = /^\d+; \d+ \d+ (ROW SECURITY|POLICY) /
const ofTable = /^(\d+); \d+ \d+ (TABLE DATA|TABLE) (\S+) (\S+) /

/** The entries to restore; fails if tables of the manifest are missing. */
export async function readArchive(
  pgRestore: string,
  directory: string,
  manifest: Manifest,
): Promise<string[]> {
  const entries = await listArchive(pgRestore, join(directory, dumpDirectory))
  const missing = findMissing(entries, manifest)
  if (missing.length === 0) return entries.filter((entry) => !ofSuperuser.test(entry))
  throw new InvalidError(
    'backup.damaged',
    `The backup is damaged:\n${missing.map((one) => `  - ${one}`).join('\n')}\nRestore another backup.`,
  )
}

/** Describes tables of the manifest that are missing in the archive. */
function findMissing(entries: string[], manifest: Manifest): string[] {
  const files = new Set(manifest.files.map(({ name }) => name.replace(/\.dat\.\w+$/, '.dat')))
  const defined = new Set<string>()
  const filled = new Set<string>()
  for (const entry of entries) {
    const [, id, kind, schema, table] = ofTable.exec(entry) ?? []
    if (kind === 'TABLE') defined.add(`${schema}.${table}`)
    else if (files.has(`${dumpDirectory}/${id}.dat`)) filled.add(`${schema}.${table}`)
  }
  return manifest.tables.flatMap(({ name, rows }) => {
    if (!defined.has(name)) return [`table ${name} is not in the archive`]
    return rows > 0 && !filled.has(name) ? [`the rows of table ${name} are not in the archive`] : []
  })
}

/**
 * Row-level security is restored last: it applies to the owner too, and would hide the rows needed to check foreign
 * keys. pg_restore with several jobs does not guarantee this order by itself.
 */
export async function writeLists(entries: string[]): Promise<RestoreLists> {
  const directory = await makeTemporaryDirectory()
  const remove = () => rm(directory, { recursive: true, force: true })
  const write = async (name: string, list: string[]) => {
    const path = join(directory, name)
    await writeFile(path, list.join('\n'))
    return path
  }
  try {
    const none = await write('none', [])
    const first = await write(
      'first',
      entries.filter((entry) => !ofSecurity.test(entry)),
    )
    const last = await write(
      'last',
      entries.filter((entry) => ofSecurity.test(entry)),
    )
    return { none, ordered: [first, last], remove }
  } catch (error) {
    await remove()
    throw notWritable(error)
  }
}

function makeTemporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'rastro-restore-')).catch((error) => {
    throw notWritable(error)
  })
}

function notWritable(error: unknown): InvalidError {
  return new InvalidError(
    'restore.temporary',
    `Temporary files cannot be written in "${tmpdir()}": ${(error as Error).message}. Set TMPDIR to a directory that exists, is writable and has free space.`,
  )
}
