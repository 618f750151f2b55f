// Alerts that a device raises itself: raised once, although the device repeats it with every location while it lasts.

import type { Step, Verdict } from './kind.types.ts'
import { quiet } from './kind.types.ts'

interface Raised {
  lastMs: number
}

/** After this long without the signal, the next one is new. */
const overAfterMs = 300_000

export function signal(
  memory: unknown,
  { fix, isActive }: Step,
  names: ReadonlySet<string>,
  summary: string,
): Verdict {
  const reported = fix.more.alerts
  const name = Array.isArray(reported) ? reported.find((one) => names.has(one)) : undefined
  if (name === undefined) return quiet(memory)
  const raised = memory as Raised | undefined
  const isNew = raised === undefined || fix.atMs - raised.lastMs > overAfterMs
  const remembered: Raised = { lastMs: fix.atMs }
  if (!isNew || !isActive) return quiet(remembered)
  return {
    memory: remembered,
    findings: [{ atMs: fix.atMs, coordinates: fix.coordinates, summary, facts: { signal: name } }],
  }
}
