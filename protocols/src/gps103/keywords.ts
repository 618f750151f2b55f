// The keyword is the cause of a report. Keywords with different meanings on different units raise no alarm.
import type { AlarmName } from '../alarm-names.ts'

const alarms: ReadonlyMap<string, AlarmName> = new Map([
  ['help me', 'sos'],
  ['low battery', 'lowBattery'],
  ['move', 'movement'],
  ['speed', 'overspeed'],
  // The fence keeps the unit inside; no other kind was seen.
  ['stockade', 'geofenceExit'],
  ['ac alarm', 'powerCut'],
  ['door alarm', 'doorOpen'],
  ['sensor alarm', 'vibration'],
  // The ignition was switched on while the unit was armed.
  ['acc alarm', 'theft'],
  ['accident alarm', 'crash'],
  ['bonnet alarm', 'tampering'],
  ['footbrake alarm', 'tampering'],
  ['dtc', 'fault'],
  ['acc on', 'ignitionOn'],
  ['acc off', 'ignitionOff'],
])

/** `T:+28.0` raises a temperature alarm. */
export function alarmOf(keyword: string): AlarmName | undefined {
  return alarms.get(keyword) ?? (keyword.startsWith('t:') ? 'temperature' : undefined)
}

/** For simulated trackers. */
export function keywordOf(alarm: AlarmName | undefined): string {
  for (const [keyword, name] of alarms) if (name === alarm) return keyword
  return 'tracker'
}
