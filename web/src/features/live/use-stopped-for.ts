import type { Row } from '../../live/fleet.types.ts'
import { useNow } from '../../ui/use-now.ts'
import { stoppedSince } from './stopped-since.ts'
import { useTrailSteps } from './use-trail.ts'

export interface StoppedFor {
  forMs: number
  /** It already stood there when the trail begins. */
  isLonger: boolean
}

/** How long a device with contact has been where it is, as far as its trail shows. */
export function useStoppedFor(row: Row): StoppedFor | undefined {
  const steps = useTrailSteps(row.id, row)
  const nowMs = useNow()
  if (row.status !== 'stopped' && row.status !== 'idling') return undefined
  const since = stoppedSince(steps)
  return since && { forMs: Math.max(0, nowMs - since.atMs), isLonger: since.isFirst }
}
