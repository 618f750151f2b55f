import type { Unit } from './kinds.ts'

/** Settings are kept in these, whatever units the reader prefers: sentences tell them in his. */
export const unitMarks: Record<Unit, string> = {
  speed: 'km/h',
  percent: '%',
  celsius: '°C',
  volt: 'V',
  meter: 'm',
  kilometer: 'km',
}
