import type { ActivityEntry } from '@rastro/client'
import type { Row } from '../../../live/fleet.types.ts'
import { warningsOf } from '../activity.ts'

/** How far the connection has come. Once the device is on the map it is complete, whatever happened before. */
export type Progress = 'waiting' | 'connected' | 'unreadable' | 'noFix' | 'here'

export function progressOf(activity: ActivityEntry[], row: Pick<Row, 'latitude'> | undefined): Progress {
  const located = activity.flatMap(({ location }) => (location ? [location] : []))
  const isOnMap = located.some(
    (location) => !warningsOf(location).some((warning) => /^no(Coordinates|Fix)$/.test(warning)),
  )
  if (isOnMap || row?.latitude !== undefined) return 'here'
  if (located.length > 0) return 'noFix'
  const [newest] = activity
  if (!newest) return 'waiting'
  return newest.type === 'unreadable' ? 'unreadable' : 'connected'
}
