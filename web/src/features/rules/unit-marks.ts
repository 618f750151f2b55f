import type { Unit } from './kinds.ts'

/** Settings are stored in these units; sentences use the user's units. */
export const unitMarks: Record<Unit, string> = {
  speed: 'km/h',
  percent: '%',
  celsius: '°C',
  volt: 'V',
  meter: 'm',
  kilometer: 'km',
}
