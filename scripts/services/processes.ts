// Processes identified by pid and start time, so that a reused pid is never signalled.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type ProcessId = { pid: number; born: string }

export type OsUser = { uid: number; gid: number }

export type Command = {
  file: string
  args: string[]
  dir: string
  user?: OsUser | undefined
  /** In addition to the plain environment. */
  env?: Record<string, string> | undefined
}

type Stat = { state: string; parent: number; born: string }

export function identify(pid: number): ProcessId | undefined {
  const stat = readStat(pid)
  return stat && { pid, born: stat.born }
}

export function isAlive(id: ProcessId): boolean {
  return readAlive(id) !== undefined
}

export function childrenOf({ pid }: ProcessId): ProcessId[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(Number(name))
      return stat?.parent === pid ? [{ pid: Number(name), born: stat.born }] : []
    })
}

/** Signals the process if it is still the same one. */
export function signal(id: ProcessId, name: NodeJS.Signals): void {
  if (!isAlive(id)) return
  try {
    process.kill(id.pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function areGone(ids: ProcessId[], withinMs: number): Promise<boolean> {
  return holds(() => !ids.some(isAlive), withinMs)
}

/** Suspends a process and all its children. Returns them, the parent first. */
export async function freeze(id: ProcessId): Promise<ProcessId[]> {
  signal(id, 'SIGSTOP')
  // Only a stopped parent cannot start more children than those found below.
  await holds(() => isStill(id), 5_000)
  const family = [id, ...childrenOf(id)]
  for (const member of family) signal(member, 'SIGSTOP')
  await holds(() => family.every(isStill), 5_000)
  return family
}

export function thaw(id: ProcessId): void {
  for (const member of [...childrenOf(id), id]) signal(member, 'SIGCONT')
}

/**
 * Starts a process in its own session, so that Ctrl-C in the terminal does not reach it.
 * With `onOurDeath` the kernel sends it that signal when the thread that called this ends, for whatever reason.
 */
export async function launch(
  { file, args, dir, user, env }: Command,
  { logFile, onOurDeath }: { logFile: string; onOurDeath: NodeJS.Signals | undefined },
): Promise<ProcessId | undefined> {
  const log = openSync(logFile, 'a', 0o600)
  try {
    const leash = onOurDeath ? ['setpriv', '--pdeathsig', onOurDeath.replace('SIG', '')] : []
    const [first, ...rest] = [...leash, file, ...args]
    const stdio = ['ignore', log, log] as const
    const child = spawn(first!, rest, {
      cwd: dir,
      env: { ...plainEnv(), ...env },
      detached: true,
      stdio: [...stdio],
      ...user,
    })
    child.unref()
    await once(child, 'spawn')
    return identify(child.pid!)
  } finally {
    closeSync(log)
  }
}

/** The environment without variables that would configure a service unnoticed, such as PGPORT or TZ. */
export function plainEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LANG: 'C.UTF-8' }
}

/** Whether the condition became true in time. */
export async function holds(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

function isStill(id: ProcessId): boolean {
  const alive = readAlive(id)
  return alive === undefined || alive.state === 'T'
}

function readAlive({ pid, born }: ProcessId): Stat | undefined {
  const stat = readStat(pid)
  const isZombie = stat?.state === 'Z' || stat?.state === 'X'
  return stat?.born === born && !isZombie ? stat : undefined
}

// Fields and their order: proc(5), /proc/pid/stat. The name, second, may contain blanks and parentheses.
function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0]!, parent: Number(fields[1]), born: `${readBootId()} ${fields[19]}` }
  } catch {
    return undefined
  }
}

// The start time counts from the boot, so it is unique only together with the boot id.
function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
