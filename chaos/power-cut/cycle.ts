// One power cut: trackers report, the machine of the services loses its power, boots again, and trackers reconnect.

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
  /** Recording stops so long before the cut: then only the log has the acknowledged locations. */
  storesNothingMs: number
  /** What PostgreSQL is doing at that moment. */
  work: 'nothing' | 'checkpoint' | 'new log file'
  killsProcesses: boolean
  offMs: number
}

export interface Loss {
  /** Since the machine became ready. */
  acknowledged: number
  /** Messages that were only in the log when the power was cut. */
  onlyInLog: number
}

/** In seconds since the power came back. */
export interface Return {
  nats: number
  postgres: number
}

const trackersBackWithinMs = 120_000
const workSql = { checkpoint: 'checkpoint', 'new log file': 'select pg_switch_wal()' }

/** The first cut comes when the streams are seconds old. Every second one also kills the server processes. */
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
  const before = fleet.statistics().acknowledged
  await sleep(Math.max(0, plan.loadMs - plan.storesNothingMs))
  if (plan.storesNothingMs > 0) await recorder.pause()
  await sleep(plan.storesNothingMs)
  const onlyInLog = await installation.pending()
  if (plan.work !== 'nothing') {
    installation.query(workSql[plan.work]).catch(() => {})
    await sleep(random.between(0, 300))
  }
  await Promise.all([guest.powerCut(random), ...forEachKilled(site, plan, (role) => role.kill())])
  await recorder.resume()
  return { acknowledged: fleet.statistics().acknowledged - before, onlyInLog }
}

/** The server processes start while the machine still boots, and wait for it. */
export async function regainPower(site: Site, plan: CyclePlan): Promise<Return> {
  await sleep(plan.offMs)
  const [back] = await Promise.all([
    site.guest.powerOn(),
    ...forEachKilled(site, plan, (role) => role.start()),
  ])
  return back
}

/** Returns when the first tracker is acknowledged again. */
export async function awaitTrackers({ fleet, guest }: Site, acknowledgedBefore: number): Promise<void> {
  const began = performance.now()
  while (fleet.statistics().acknowledged === acknowledgedBefore) {
    if (performance.now() - began > trackersBackWithinMs) {
      throw new Error(`no tracker was acknowledged after the power came back:\n${guest.lastOutput()}`)
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
