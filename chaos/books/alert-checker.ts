// Compares the raised alerts with the expected ones.

import type { Expected } from './alert-reference.ts'

export interface AlertFindings {
  expected: number
  raised: number
  missing: string[]
  /** Raised without a reason, or raised twice. */
  extra: string[]
}

/** The two ways of computing the crossing time between two locations agree only roughly. */
const toleranceMs = 1_500

export function checkAlerts(
  expected: ReadonlyMap<string, readonly Expected[]>,
  raised: ReadonlyMap<string, readonly Expected[]>,
): AlertFindings {
  const findings: AlertFindings = { expected: 0, raised: 0, missing: [], extra: [] }
  for (const device of new Set([...expected.keys(), ...raised.keys()])) {
    const wanted = expected.get(device) ?? []
    const left = [...(raised.get(device) ?? [])]
    findings.expected += wanted.length
    findings.raised += left.length
    for (const one of wanted) {
      const index = left.findIndex((other) => isSame(one, other))
      if (index < 0) findings.missing.push(`${device} ${describe(one)}`)
      else left.splice(index, 1)
    }
    findings.extra.push(...left.map((one) => `${device} ${describe(one)}`))
  }
  return findings
}

function isSame(one: Expected, other: Expected): boolean {
  return (
    one.name === other.name && one.subject === other.subject && Math.abs(one.ms - other.ms) <= toleranceMs
  )
}

function describe({ name, subject, ms }: Expected): string {
  return `${name} ${subject} ${new Date(ms).toISOString()}`
}
