// One colour for each status, in both themes. Never alone: shape and word say the same.

import type { Status } from '../live/fleet.types.ts'

export const statusColors: Record<Status, string> = {
  moving: '#17964b',
  idling: '#e69f0a',
  stopped: '#3b6fd8',
  offline: '#7b8490',
  never: '#a3abb5',
  expired: '#a3abb5',
}
