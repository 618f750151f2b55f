// Runs an experiment in its own namespaces: its processes, mounts and packet filters end with it, for whatever
// reason, and are invisible to the rest of the machine.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeEnterable } from '../../scripts/services/postgres-home.ts'

const mark = 'RASTRO_CHAOS_SEALED'
const namespaces = ['--net', '--mount', '--propagation', 'private', '--pid', '--fork', '--mount-proc']

/** Re-runs the same command inside and exits with its code. Returns at once if already inside. */
export async function enterSealed(): Promise<void> {
  if (process.env[mark]) {
    execFileSync('ip', ['link', 'set', 'lo', 'up'])
    // Process ids start from 1 again here, and libfaketime names its shared memory by them.
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/dev/shm'])
    return
  }
  if (process.getuid?.() !== 0) throw new Error('this experiment creates namespaces and must be run as root')
  const dir = mkdtempSync(join(tmpdir(), 'rastro-sealed-'))
  makeEnterable(dir)
  // The parent inside is a shell, because it reaps orphans. Patroni waits for ever for a process that is not reaped.
  const again = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, ...process.argv.slice(1)]
  const child = spawn('unshare', [...namespaces, '--kill-child', '--', ...again], {
    stdio: 'inherit',
    env: { ...process.env, [mark]: basename(dir), TMPDIR: dir },
  })
  // The end of a namespace's first process ends all its processes.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill('SIGKILL'))
  const [code] = await once(child, 'exit')
  rmSync(dir, { recursive: true, force: true })
  await removeGroups(basename(dir))
  process.exit(code ?? 1)
}

const groups = '/sys/fs/cgroup'

/** Control groups are the only thing that outlives the namespaces: they bear our name, and are removed at the end. */
export function cgroupOf(controller: 'blkio', name: string): string {
  return join(groups, controller, `${process.env[mark]}-${name}`)
}

async function removeGroups(sealed: string): Promise<void> {
  const controller = join(groups, 'blkio')
  for (const name of readdirSync(controller).filter((one) => one.startsWith(sealed))) {
    // Its processes are dead, but may not have left it yet.
    for (let triesLeft = 50; triesLeft > 0; triesLeft -= 1) {
      try {
        rmdirSync(join(controller, name))
        break
      } catch {
        await sleep(100)
      }
    }
  }
}
