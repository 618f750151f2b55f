// Runs a rule on the history of one device, or of the first devices of a group.

import type { AnswerOf } from '@rastro/client'
import { rastro } from '../../session/session.ts'
import type { Draft } from './draft.ts'
import { toBody } from './draft.ts'

export type DryRunAnswer = AnswerOf<'/api/alertRules/dryRun', 'post'>
export type Target = { type: 'device' | 'group'; id: string }

export interface DeviceRun {
  deviceId: string
  /** Of a device of a group. */
  name?: string
  result: DryRunAnswer
}

/** The server runs one at a time: more devices would take minutes. */
export const maxGroupDevices = 20

interface Request {
  target: Target
  rule: Draft
  from: Date
  to: Date
  onProgress(done: number, all: number): void
}

export async function runOnTarget({ target, rule, from, to, onProgress }: Request): Promise<DeviceRun[]> {
  const period = { from: from.toISOString(), to: to.toISOString() }
  const run = (deviceId: string) =>
    rastro.post('/api/alertRules/dryRun', { body: { deviceId, ...period, rule: toBody(rule) } })
  if (target.type === 'device') return [{ deviceId: target.id, result: await run(target.id) }]
  const { devices } = await rastro.get('/api/devices', {
    query: { groupId: target.id, limit: maxGroupDevices },
  })
  const runs: DeviceRun[] = []
  for (const { id, name } of devices) {
    onProgress(runs.length + 1, devices.length)
    runs.push({ deviceId: id, name, result: await run(id) })
  }
  return runs
}

/** The sum of all devices, those with most alerts first. */
export function summarize(runs: readonly DeviceRun[]) {
  const sorted = runs.toSorted((a, b) => b.result.alerts.length - a.result.alerts.length)
  return {
    runs: sorted,
    alertCount: runs.reduce((sum, { result }) => sum + result.alerts.length, 0),
    deviceCount: runs.filter(({ result }) => result.alerts.length > 0).length,
  }
}
