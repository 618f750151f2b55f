// Processes that move licenses and are killed with SIGKILL in the middle of it, again and again.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./mover.process.ts', import.meta.url))

export interface Mover {
  /** Kills it and starts another, with another seed. */
  replace(): Promise<void>
  kill(): Promise<void>
  /** How often each outcome was reported. */
  outcomes: Map<string, number>
  isReady(): boolean
}

export function startMover(
  env: Record<string, string>,
  {
    seed,
    lanes,
    maxLicenses,
    nodeIds,
  }: { seed: number; lanes: number; maxLicenses: number; nodeIds: string[] },
): Mover {
  const outcomes = new Map<string, number>()
  let child: ChildProcess | undefined
  let isReady = false
  let round = 0

  function start(): void {
    isReady = false
    round += 1
    const args = [script, String(seed * 1_000 + round), String(lanes), String(maxLicenses), nodeIds.join(',')]
    // The kernel kills it when this process ends, for whatever reason.
    child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        if (line === 'ready') isReady = true
        else if (line !== '') outcomes.set(line, (outcomes.get(line) ?? 0) + 1)
      }
    })
  }
  async function kill(): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }

  start()
  return {
    outcomes,
    isReady: () => isReady,
    kill,
    async replace() {
      await kill()
      start()
    },
  }
}
