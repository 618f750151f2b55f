// The alarm codes of Eelink. Other codes raise no alarm; the code is always kept.
import type { AlarmName } from '../alarm-names.ts'

const byCode: Readonly<Record<number, AlarmName>> = {
  1: 'powerCut',
  2: 'sos',
  3: 'lowBattery',
  4: 'vibration',
  8: 'gpsAntennaCut',
  9: 'gpsAntennaCut',
  37: 'tampering',
  130: 'overspeed',
  131: 'geofenceEnter',
  132: 'geofenceExit',
  133: 'crash',
  134: 'fall',
}

export function alarmOf(code: number): AlarmName | undefined {
  return byCode[code]
}

/** For simulated trackers. */
export function codeOf(alarm: AlarmName): number | undefined {
  const entry = Object.entries(byCode).find(([, name]) => name === alarm)
  return entry && Number(entry[0])
}
