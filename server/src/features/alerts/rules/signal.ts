// What a tracker raised by itself: once, although it repeats it with every location while it lasts.

import type { Step, Verdict } from './kind.types.ts'
import { quiet } from './kind.types.ts'

interface Raised {
  lastMs: number
}

/** Quiet for so long, it is over: what comes then is new. */
const overAfterMs = 300_000

export function signal(
  memory: unknown,
  { fix, isHeard }: Step,
  names: ReadonlySet<string>,
  says: string,
): Verdict {
  const said = fix.more.alerts
  const name = Array.isArray(said) ? said.find((one) => names.has(one)) : undefined
  if (name === undefined) return quiet(memory)
  const raised = memory as Raised | undefined
  const isNew = raised === undefined || fix.atMs - raised.lastMs > overAfterMs
  const remembered: Raised = { lastMs: fix.atMs }
  if (!isNew || !isHeard) return quiet(remembered)
  return {
    memory: remembered,
    happened: [{ atMs: fix.atMs, place: fix.place, says, facts: { signal: name } }],
  }
}
