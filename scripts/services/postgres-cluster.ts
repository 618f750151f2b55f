// The files of a PostgreSQL cluster: created once with initdb, and safe to start after any crash.
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getPostgresInstalls } from './binaries.ts'
import { ServiceError } from './errors.ts'
import type { PostgresHome } from './postgres-home.ts'
import { plainEnv } from './processes.ts'

export type Cluster = { files: string; bin: string }

/** Creates the cluster unless it exists. It gets its final name last, so an incomplete one is never used. */
export async function keepCluster(home: PostgresHome, superuserPassword: string): Promise<Cluster> {
  const files = join(home.dir, 'cluster')
  if (existsSync(files)) return { files, bin: binOf(files) }
  const { bin } = getPostgresInstalls()[0]!
  const draft = `${files}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (home.user) chownSync(draft, home.user.uid, home.user.gid)
  await initdb(home, bin, draft, superuserPassword)
  renameSync(draft, files)
  return { files, bin }
}

/**
 * PostgreSQL itself replaces the lock of a dead postmaster, after checking that no orphan still uses its memory.
 * It fails only if the pid in the lock has been reused by another program; that lock is removed here.
 */
export function dropForeignLock(files: string): void {
  const lock = join(files, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = readFileSync(lock, 'utf8').split('\n')[0]
  const commandLine = `/proc/${pid}/cmdline`
  if (existsSync(commandLine) && !readFileSync(commandLine, 'utf8').split('\0').includes(files)) rmSync(lock)
}

/** Whether this postmaster accepts connections. */
export function isAccepting(files: string, pid: number): boolean {
  const lock = join(files, 'postmaster.pid')
  if (!existsSync(lock)) return false
  // Lines and their order: PostgreSQL, src/include/utils/pidfile.h.
  const lines = readFileSync(lock, 'utf8').split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

async function initdb(
  { dir, user }: PostgresHome,
  bin: string,
  files: string,
  password: string,
): Promise<void> {
  const passwordFile = join(dir, 'superuser-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const options = [
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
  ]
  const text = ['--encoding=UTF8', '--locale=C.UTF-8']
  try {
    const where = { cwd: dir, env: plainEnv(), ...user }
    await promisify(execFile)(join(bin, 'initdb'), [...options, ...text, '-D', files], where)
  } finally {
    rmSync(passwordFile)
  }
}

function binOf(files: string): string {
  const version = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim()
  const install = getPostgresInstalls().find(({ major }) => String(major) === version)
  if (install) return install.bin
  throw new ServiceError(`${files} was created by PostgreSQL ${version}, which is no longer installed`)
}
