// One colour per status in both themes. Shape and text always carry the same information.

import type { Status } from '../live/fleet.types.ts'

export const statusColors: Record<Status, string> = {
  moving: '#17964b',
  idling: '#e69f0a',
  stopped: '#3b6fd8',
  offline: '#7b8490',
  never: '#a3abb5',
  expired: '#a3abb5',
}
