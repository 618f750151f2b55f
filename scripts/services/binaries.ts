// Finds the programs of PostgreSQL, NATS and mosquitto, and explains how to install missing ones.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceError } from './errors.ts'

export type SearchPaths = { usr: string; path: string }

export type PostgresInstall = { major: number; bin: string }

type Found<T> = { found: T } | { missing: string }

const installer = resolve(import.meta.dirname, '../install-services')
const majors = [17, 16, 15]
// Older versions lose whole streams after kill -9 (nats-server issue 6888).
const oldestNats = '2.10.23'

/** All PostgreSQL versions that have PostGIS, newest first. */
export function getPostgresInstalls(searchPaths = defaultSearchPaths()): PostgresInstall[] {
  return getAll(lookForPostgres(searchPaths))[0]
}

export function getNatsServer(searchPaths = defaultSearchPaths()): string {
  return getAll(lookForNatsServer(searchPaths))[0]
}

export function getMosquitto(searchPaths = defaultSearchPaths()): string {
  return getAll(lookForMosquitto(searchPaths))[0]
}

/** Reports everything missing at once. */
export function checkBinaries(searchPaths = defaultSearchPaths()): void {
  getAll(lookForPostgres(searchPaths), lookForNatsServer(searchPaths))
}

function defaultSearchPaths(): SearchPaths {
  return { usr: '/usr', path: process.env.PATH ?? '' }
}

function getAll<T extends unknown[]>(...things: { [K in keyof T]: Found<T[K]> }): T {
  const missing = things.flatMap((thing) => ('missing' in thing ? [`  - ${thing.missing}`] : []))
  if (missing.length === 0) return things.map((thing) => 'found' in thing && thing.found) as T
  const command = process.getuid?.() === 0 ? installer : `sudo ${installer}`
  throw new ServiceError(
    `Not on this machine yet:\n${missing.join('\n')}\nOn Debian 12 install with: ${command}`,
  )
}

function lookForPostgres({ usr }: SearchPaths): Found<PostgresInstall[]> {
  const installs = majors
    .map((major) => ({ major, bin: join(usr, 'lib/postgresql', String(major), 'bin') }))
    .filter(({ bin }) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
  const furnished = installs.filter(({ major }) =>
    existsSync(join(usr, 'share/postgresql', String(major), 'extension/postgis.control')),
  )
  if (furnished.length > 0) return { found: furnished }
  const here = installs.map(({ major }) => major).join(' and ')
  if (here) return { missing: `PostGIS for PostgreSQL ${here}` }
  return { missing: `PostgreSQL 15, 16 or 17 with PostGIS (looked in ${join(usr, 'lib/postgresql')})` }
}

function lookForNatsServer({ usr, path }: SearchPaths): Found<string> {
  const dirs = [...path.split(':').filter(Boolean), join(usr, 'sbin')]
  const candidates = dirs.map((dir) => join(dir, 'nats-server')).filter((file) => existsSync(file))
  const versions = candidates.map((file) => ({ file, version: versionOf(file) }))
  const good = versions.find(({ version }) => !isOlder(version, oldestNats))
  if (good) return { found: good.file }
  const old = versions[0]
  const but = old ? `${old.file} is ${old.version}` : 'looked in PATH and /usr/sbin'
  return { missing: `nats-server ${oldestNats} or newer (${but})` }
}

function lookForMosquitto({ usr, path }: SearchPaths): Found<string> {
  const dirs = [...path.split(':').filter(Boolean), join(usr, 'sbin')]
  const file = dirs.map((dir) => join(dir, 'mosquitto')).find((candidate) => existsSync(candidate))
  return file ? { found: file } : { missing: 'mosquitto 2 (looked in PATH and /usr/sbin)' }
}

function versionOf(file: string): string {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return /v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? '0.0.0'
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}
