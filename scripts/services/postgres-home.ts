// Whom PostgreSQL runs as, and a directory that user can reach: PostgreSQL refuses to run as root.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EngineError } from './errors.ts'
import type { OsUser } from './processes.ts'

export type PostgresHome = { dir: string; user: OsUser | undefined }

/**
 * For an ordinary user: the directory as wanted, and himself. For root: user postgres, and where that user
 * cannot enter the wanted directory (a checkout in /root), one in /var/tmp that belongs to the wanted one.
 */
export function postgresHome(wanted: string): PostgresHome {
  makeEnterable(wanted)
  if (process.getuid?.() !== 0) return { dir: wanted, user: undefined }
  const user = { uid: askId('-u'), gid: askId('-g') }
  return { dir: canEnter(wanted, user) ? wanted : makeElsewhere(wanted), user }
}

/** Makes a directory of ours. Root lets others pass through it; what is inside has its own permissions. */
export function makeEnterable(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const { uid, mode } = statSync(dir)
  if (process.getuid?.() === 0 && uid === 0) chmodSync(dir, (mode & 0o777) | 0o111)
}

function canEnter(dir: string, user: OsUser): boolean {
  return spawnSync('test', ['-x', dir], { cwd: '/', ...user }).status === 0
}

// /var/tmp, unlike /tmp, is kept over a reboot.
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
      throw new EngineError(`${dir} is not ours; remove it, then try again`)
  }
  return dir
}

function askId(which: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [which, 'postgres'], { encoding: 'utf8' })
  if (status === 0) return Number(stdout)
  throw new EngineError(
    'PostgreSQL does not run as root, and there is no user postgres to run it: useradd -r postgres',
  )
}
