// Compares the alerts that were raised with those that had to be.

import type { Expected } from './alert-reference.ts'

export interface AlertFindings {
  expected: number
  raised: number
  missing: string[]
  /** Raised, but nothing asked for it; raised twice counts too. */
  extra: string[]
}

/** Between two locations the border is crossed at a time that the two ways of finding it agree on roughly. */
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
      const place = left.findIndex((other) => isSame(one, other))
      if (place < 0) findings.missing.push(`${device} ${describe(one)}`)
      else left.splice(place, 1)
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
