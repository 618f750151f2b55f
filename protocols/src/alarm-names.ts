// The generic alarm names. A code that means different things on different models raises no alarm.
export const alarmNames = [
  'sos',
  'sosCancelled',
  'powerCut',
  'powerRestored',
  'lowBattery',
  'lowPower',
  'overspeed',
  'geofenceEnter',
  'geofenceExit',
  'vibration',
  'movement',
  'tow',
  'theft',
  'tampering',
  'doorOpen',
  'ignitionOn',
  'ignitionOff',
  'harshAcceleration',
  'harshBraking',
  'harshCornering',
  'crash',
  'fall',
  'jamming',
  'idle',
  'temperature',
  'fuelTheft',
  'fatigue',
  'fault',
  'deviceOn',
  'deviceOff',
  'gpsLost',
  'gpsRestored',
  'gpsAntennaCut',
  'simChanged',
  'driverIn',
  'driverOut',
] as const

export type AlarmName = (typeof alarmNames)[number]

const known: ReadonlySet<string> = new Set(alarmNames)

export function isAlarmName(text: string): text is AlarmName {
  return known.has(text)
}
