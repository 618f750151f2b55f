// The user PostgreSQL runs as, and a directory that user can reach: PostgreSQL refuses to run as root.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from './errors.ts'
import type { OsUser } from './processes.ts'

export type PostgresHome = { dir: string; user: OsUser | undefined }

/**
 * For an ordinary user: that user and the wanted directory. For root: user postgres, and where that user cannot
 * enter the wanted directory (a checkout in /root), a substitute in /var/tmp.
 */
export function postgresHome(wanted: string): PostgresHome {
  makeEnterable(wanted)
  if (process.getuid?.() !== 0) return { dir: wanted, user: undefined }
  const user = { uid: readId('-u'), gid: readId('-g') }
  return { dir: canEnter(wanted, user) ? wanted : makeElsewhere(wanted), user }
}

/** Creates a directory. Root makes it traversable for others; its contents have their own permissions. */
export function makeEnterable(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const { uid, mode } = statSync(dir)
  if (process.getuid?.() === 0 && uid === 0) chmodSync(dir, (mode & 0o777) | 0o111)
}

function canEnter(dir: string, user: OsUser): boolean {
  return spawnSync('test', ['-x', dir], { cwd: '/', ...user }).status === 0
}

// /var/tmp, unlike /tmp, survives a reboot.
function makeElsewhere(wanted: string): string {
  const key = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const dir = join('/var/tmp', `rastro-services-${key}`)
  try {
    mkdirSync(dir)
    chmodSync(dir, 0o711)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const there = lstatSync(dir)
    if (!there.isDirectory() || there.uid !== 0)
      throw new ServiceError(`${dir} belongs to another user; remove it and try again`)
  }
  return dir
}

function readId(which: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [which, 'postgres'], { encoding: 'utf8' })
  if (status === 0) return Number(stdout)
  throw new ServiceError(
    'PostgreSQL does not run as root, and there is no user postgres to run it: useradd -r postgres',
  )
}
