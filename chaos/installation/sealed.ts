// An experiment in namespaces of its own: processes, mounts and packet filters that it makes end with it, however it ends, and
// nobody else on the machine meets them.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeEnterable } from '../../scripts/services/postgres-home.ts'

const mark = 'RASTRO_CHAOS_SEALED'
const namespaces = ['--net', '--mount', '--propagation', 'private', '--pid', '--fork', '--mount-proc']

/** Runs the same command inside, and ends with its code. Returns at once where we are inside already. */
export async function enterSealed(): Promise<void> {
  if (process.env[mark]) {
    execFileSync('ip', ['link', 'set', 'lo', 'up'])
    // Process ids begin anew here, and libfaketime names what it shares by them.
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/dev/shm'])
    return
  }
  if (process.getuid?.() !== 0) throw new Error('this experiment makes namespaces, and only root may')
  const dir = mkdtempSync(join(tmpdir(), 'rastro-sealed-'))
  makeEnterable(dir)
  // A shell stands above us inside, because it buries orphans. Patroni waits for ever for one that is dead and not buried.
  const again = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, ...process.argv.slice(1)]
  const child = spawn('unshare', [...namespaces, '--kill-child', '--', ...again], {
    stdio: 'inherit',
    env: { ...process.env, [mark]: basename(dir), TMPDIR: dir },
  })
  // The end of a namespace's first process takes everything along.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill('SIGKILL'))
  const [code] = await once(child, 'exit')
  rmSync(dir, { recursive: true, force: true })
  await removeGroups(basename(dir))
  process.exit(code ?? 1)
}

const groups = '/sys/fs/cgroup'

/** Control groups are the one thing that no namespace takes along: they bear our name, and go at the end. */
export function cgroupOf(controller: 'blkio', name: string): string {
  return join(groups, controller, `${process.env[mark]}-${name}`)
}

async function removeGroups(sealed: string): Promise<void> {
  const controller = join(groups, 'blkio')
  for (const name of readdirSync(controller).filter((one) => one.startsWith(sealed))) {
    // Its processes are dead, and may not have left it yet.
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
