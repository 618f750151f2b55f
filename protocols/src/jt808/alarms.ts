// Alarm bits of the location. They stay set as long as the state lasts. Bits that makers reuse raise no alarm; the word
// is always kept.
import type { AlarmName } from '../alarm-names.ts'

const IN_OR_OUT_OF_AREA = 20
const IN_OR_OUT_OF_ROUTE = 21
/** Type, id and direction. */
const DIRECTION_AT = 5

const byBit: Readonly<Record<number, AlarmName>> = {
  0: 'sos',
  1: 'overspeed',
  2: 'fatigue',
  4: 'fault',
  5: 'gpsAntennaCut',
  6: 'gpsAntennaCut',
  7: 'lowPower',
  8: 'powerCut',
  9: 'fault',
  10: 'fault',
  11: 'fault',
  18: 'fatigue',
  19: 'idle',
  25: 'fuelTheft',
  26: 'theft',
  27: 'theft',
  28: 'movement',
  29: 'crash',
  30: 'crash',
}

/** `area` is the extra that gives the direction. */
export function alarmsOf(bits: number, area: Buffer | undefined): AlarmName[] {
  if (bits === 0) return []
  const alarms = new Set<AlarmName>()
  for (let bit = 0; bit < 32; bit++) {
    if (!((bits >>> bit) & 1)) continue
    const alarm = bit === IN_OR_OUT_OF_AREA || bit === IN_OR_OUT_OF_ROUTE ? crossingOf(area) : byBit[bit]
    if (alarm) alarms.add(alarm)
  }
  return [...alarms]
}

/** For simulated trackers. */
export function bitOf(alarm: AlarmName | undefined): number {
  const entry = Object.entries(byBit).find(([, name]) => name === alarm)
  return entry ? (1 << Number(entry[0])) >>> 0 : 0
}

function crossingOf(area: Buffer | undefined): AlarmName | undefined {
  const direction = area?.[DIRECTION_AT]
  if (direction === 0) return 'geofenceEnter'
  return direction === 1 ? 'geofenceExit' : undefined
}
