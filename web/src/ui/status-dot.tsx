// A status by shape and colour: arrow for moving, dot for stopped, ring for offline. Always used beside a text.

import type { Status } from '../live/fleet.types.ts'
import { statusColors } from '../map/status-colors.ts'

export function StatusDot({ status, size = 12 }: { status: Status; size?: number }) {
  const color = statusColors[status]
  return (
    <svg width={size} height={size} viewBox="-6 -6 12 12" aria-hidden>
      {status === 'moving' ? (
        <path d="M0 -5.500 4.500 5 0 2.800 -4.500 5Z" fill={color} />
      ) : status === 'idling' || status === 'stopped' ? (
        <circle r="4.500" fill={color} />
      ) : (
        <circle r="3.700" fill="none" stroke={color} strokeWidth="2" />
      )}
    </svg>
  )
}
