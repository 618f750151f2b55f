import type { ActivityEntry } from '@rastro/client'
import type { Row } from '../../../live/fleet.types.ts'
import { doubtsOf } from '../activity.ts'

/** How far a tracker has come. Whatever went before: once it is on the map, it is here. */
export type Progress = 'waiting' | 'connected' | 'unreadable' | 'noFix' | 'here'

export function progressOf(activity: ActivityEntry[], row: Pick<Row, 'latitude'> | undefined): Progress {
  const located = activity.flatMap(({ location }) => (location ? [location] : []))
  const isPlaced = located.some(
    (location) => !doubtsOf(location).some((doubt) => /^no(Place|Fix)$/.test(doubt)),
  )
  if (isPlaced || row?.latitude !== undefined) return 'here'
  if (located.length > 0) return 'noFix'
  const [newest] = activity
  if (!newest) return 'waiting'
  return newest.kind === 'unreadable' ? 'unreadable' : 'connected'
}
