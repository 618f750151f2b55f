// One power cut: trackers report, the machine of the engines loses its power, gets it back, and trackers are heard again.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from '../../simulator/src/fleet.ts'
import type { Random } from '../../simulator/src/random.ts'
import type { Installation } from '../installation/installation.ts'
import type { RoleProcess } from '../installation/role-process.ts'
import type { Guest } from './guest.ts'

export interface Site {
  installation: Installation
  guest: Guest
  fleet: Fleet
  random: Random
}

export interface CyclePlan {
  loadMs: number
  /** Nothing is stored for so long before the cut: then the log alone has what trackers were told. */
  storesNothingMs: number
  /** What PostgreSQL is in the midst of. */
  work: 'nothing' | 'checkpoint' | 'new log file'
  killsProcesses: boolean
  offMs: number
}

export interface Loss {
  /** Since the machine served. */
  acknowledged: number
  /** Messages that only the log had when the power was cut. */
  onlyInLog: number
}

/** In seconds from the return of the power. */
export interface Return {
  nats: number
  postgres: number
}

const heardWithinMs = 120_000
const workSql = { checkpoint: 'checkpoint', 'new log file': 'select pg_switch_wal()' }

/** The first comes when the streams are seconds old. Our own processes die along in every second one. */
export function planCycle(random: Random, number: number): CyclePlan {
  return {
    loadMs: number === 1 ? random.between(2_000, 3_000) : random.between(5_000, 12_000),
    storesNothingMs: random.next() < 0.5 ? random.between(500, 4_000) : 0,
    work: random.pick(['nothing', 'checkpoint', 'new log file']),
    killsProcesses: number % 2 === 0,
    offMs: random.between(0, 2_000),
  }
}

export async function losePower(site: Site, plan: CyclePlan): Promise<Loss> {
  const { installation, guest, fleet, random } = site
  const recorder = installation.roles.get('recorder')!
  const before = fleet.figures().acknowledged
  await sleep(Math.max(0, plan.loadMs - plan.storesNothingMs))
  if (plan.storesNothingMs > 0) await recorder.pause()
  await sleep(plan.storesNothingMs)
  const onlyInLog = await installation.pending()
  if (plan.work !== 'nothing') {
    installation.ask(workSql[plan.work]).catch(() => {})
    await sleep(random.between(0, 300))
  }
  await Promise.all([guest.powerCut(random), ...forEachKilled(site, plan, (role) => role.kill())])
  await recorder.resume()
  return { acknowledged: fleet.figures().acknowledged - before, onlyInLog }
}

/** Our processes come back while the machine still boots, and wait for it. */
export async function regainPower(site: Site, plan: CyclePlan): Promise<Return> {
  await sleep(plan.offMs)
  const [back] = await Promise.all([
    site.guest.powerOn(),
    ...forEachKilled(site, plan, (role) => role.start()),
  ])
  return back
}

/** Returns when the first tracker is heard again. */
export async function hearTrackers({ fleet, guest }: Site, acknowledgedBefore: number): Promise<void> {
  const began = performance.now()
  while (fleet.figures().acknowledged === acknowledgedBefore) {
    if (performance.now() - began > heardWithinMs) {
      throw new Error(`no tracker was heard after the power came back:\n${guest.lastWords()}`)
    }
    await sleep(50)
  }
}

function forEachKilled(
  { installation }: Site,
  { killsProcesses }: CyclePlan,
  work: (role: RoleProcess) => Promise<void>,
): Promise<void>[] {
  return killsProcesses ? [...installation.roles.values()].map(work) : []
}
