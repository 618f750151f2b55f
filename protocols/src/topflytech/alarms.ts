// The alarm codes of Topflytech, which differ between vehicles and everything else. The code is always kept.
import type { AlarmName } from '../alarm-names.ts'

const ofVehicles: Readonly<Record<number, AlarmName>> = {
  1: 'powerCut',
  2: 'lowBattery',
  3: 'sos',
  4: 'overspeed',
  5: 'geofenceEnter',
  6: 'geofenceExit',
  7: 'tow',
  8: 'vibration',
  10: 'vibration',
  21: 'jamming',
  23: 'powerRestored',
  24: 'lowPower',
}

const ofPersons: Readonly<Record<number, AlarmName>> = {
  1: 'tampering',
  2: 'tampering',
  3: 'sos',
  4: 'tampering',
  5: 'fall',
  6: 'lowBattery',
  14: 'geofenceEnter',
  15: 'geofenceExit',
}

export function alarmsOf(code: number, isPersonal: boolean): AlarmName[] {
  const alarm = (isPersonal ? ofPersons : ofVehicles)[code]
  return alarm ? [alarm] : []
}

/** For simulated trackers, which are in vehicles. */
export function codeOf(alarm: AlarmName | undefined): number {
  const entry = Object.entries(ofVehicles).find(([, name]) => name === alarm)
  return entry ? Number(entry[0]) : 0
}
