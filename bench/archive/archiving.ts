// Archives what is due, as the command does, and measures it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from '../harness.ts'
import type { Installation } from '../installation.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export interface Archiving {
  seconds: number
  cpuSeconds: number
  postgresSeconds: number
  peakMb: number
}

export async function measureArchiving({ env, services }: Installation): Promise<Archiving> {
  const postgresPid = services.postgres.pid()!
  const postgresBefore = cpuSeconds(postgresPid)
  const beganMs = performance.now()
  const child = spawn(process.execPath, [main, 'archive', 'run'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  let peakMb = 0
  let seconds = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    seconds = Math.max(seconds, cpuSeconds(child.pid!))
  }, 50)
  const [code] = await exited
  clearInterval(timer)
  if (code !== 0) throw new Error(`archiving ended with ${code}`)
  return {
    seconds: (performance.now() - beganMs) / 1_000,
    cpuSeconds: seconds,
    postgresSeconds: cpuSeconds(postgresPid) - postgresBefore,
    peakMb,
  }
}
