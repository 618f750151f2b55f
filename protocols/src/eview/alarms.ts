// The alarm bits of Eview. The word is always kept.
import type { AlarmName } from '../alarm-names.ts'

const FIRST_FENCE = 4
const FENCES = 4
/** Set if the fence was entered. */
const ENTERED_AFTER = 22

const byBit: Readonly<Record<number, AlarmName>> = {
  0: 'lowBattery',
  1: 'overspeed',
  2: 'fall',
  8: 'deviceOff',
  9: 'deviceOn',
  10: 'movement',
  12: 'sos',
}

export function alarmsOf(bits: number): AlarmName[] {
  if (bits === 0) return []
  const alarms = new Set<AlarmName>()
  for (const [bit, alarm] of Object.entries(byBit)) if ((bits >>> Number(bit)) & 1) alarms.add(alarm)
  for (let fence = FIRST_FENCE; fence < FIRST_FENCE + FENCES; fence++)
    if ((bits >>> fence) & 1)
      alarms.add((bits >>> (fence + ENTERED_AFTER)) & 1 ? 'geofenceEnter' : 'geofenceExit')
  return [...alarms]
}

/** For simulated trackers. */
export function bitOf(alarm: AlarmName | undefined): number {
  const entry = Object.entries(byBit).find(([, name]) => name === alarm)
  return entry ? 1 << Number(entry[0]) : 0
}
