import type { Arrival } from '@rastro/client'
import type { Row } from '../../../live/fleet.types.ts'
import { doubtsOf } from '../arrivals.ts'

/** How far a tracker has come. Whatever went before: once it is on the map, it is here. */
export type Progress = 'waiting' | 'connected' | 'unreadable' | 'noFix' | 'here'

export function progressOf(arrivals: Arrival[], row: Pick<Row, 'latitude'> | undefined): Progress {
  const located = arrivals.flatMap(({ location }) => (location ? [location] : []))
  const isPlaced = located.some(
    (location) => !doubtsOf(location).some((doubt) => /^no(Place|Fix)$/.test(doubt)),
  )
  if (isPlaced || row?.latitude !== undefined) return 'here'
  if (located.length > 0) return 'noFix'
  const [newest] = arrivals
  if (!newest) return 'waiting'
  return newest.kind === 'unreadable' ? 'unreadable' : 'connected'
}
