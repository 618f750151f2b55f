// Kills a process again and again, beside all other faults: at any statement.

import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../simulator/src/random.ts'
import type { RoleProcess } from './role-process.ts'

const aliveMs: [number, number] = [2_000, 13_000]
const deadMs: [number, number] = [0, 1_000]

export interface Killer {
  /** Leaves the process running. Returns how often it was killed. */
  stop(): Promise<number>
}

export function startKiller(role: RoleProcess, seed: number): Killer {
  const random = createRandom(seed + 1_021)
  let isOver = false
  let kills = 0
  const killing = (async () => {
    while (!isOver) {
      await sleep(random.between(...aliveMs))
      if (isOver) break
      await role.kill()
      kills += 1
      await sleep(random.between(...deadMs))
      await role.start()
    }
    return kills
  })()
  return {
    stop() {
      isOver = true
      return killing
    },
  }
}
