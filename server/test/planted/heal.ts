// Plants a fault, finds it with the doctor, and follows its advice.

import { expect } from 'vitest'
import type { Examination, ReportedFinding } from '../../src/operations/doctor/examine.ts'
import type { Ward } from '../ward.ts'
import { healthyEnv } from '../ward.ts'
import type { PlantedFault } from './plant.ts'

const fixWithinMs = 50_000

export interface Healed {
  fault: PlantedFault
  finding: ReportedFinding
  /** The executed lines of advice. */
  lines: string[]
}

export async function heal(ward: Ward, fault: PlantedFault): Promise<Healed> {
  await fault.plant(ward)
  try {
    const examination = await (fault.isOfProcess ? runDoctor(ward) : ward.examine())
    const wrong = listWrong(examination, fault.id)
    expect(wrong.map(({ id }) => id)).toContain(fault.id)
    const lines = await fix(ward, fault.id, wrong)
    expect(lines).not.toEqual([])
    if (fault.isOfProcess) expect(listWrong(await runDoctor(ward), fault.id)).toEqual([])
    return { fault, finding: wrong.find(({ id }) => id === fault.id)!, lines }
  } finally {
    fault.after?.()
    await ward.rest()
    ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
  }
}

export function listWrong({ findings }: Examination, id?: string): ReportedFinding[] {
  return findings.filter((one) => one.severity === 'fault' || (one.id === id && one.severity !== 'ok'))
}

export async function runDoctor(ward: Ward): Promise<Examination> {
  return JSON.parse((await ward.callDoctor('--json')).stdout)
}

/** Follows the doctor's advice, each once, until it finds no fault. */
async function fix(ward: Ward, id: string, findings: ReportedFinding[]): Promise<string[]> {
  const done = new Set<string>()
  const lines: string[] = []
  const deadline = performance.now() + fixWithinMs
  for (let wrong = findings; wrong.length > 0; wrong = listWrong(await ward.examine(), id)) {
    const advice = wrong.flatMap((one) => one.advice).filter((one) => !done.has(JSON.stringify(one)))
    if (performance.now() > deadline) throw new Error(`still not well: ${JSON.stringify(wrong, null, 1)}`)
    for (const one of advice) {
      await ward.follow(one)
      done.add(JSON.stringify(one))
      if (one.where !== 'manual') lines.push(...one.lines)
    }
    // Restarted processes need a moment.
    if (advice.length === 0) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return lines
}
