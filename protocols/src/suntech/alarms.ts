// Codes of alerts and emergencies. The universal family shares the numbers, as far as seen.
import type { AlarmName } from '../alarm-names.ts'

export function emergencyOf(code: string): AlarmName | undefined {
  return Object.hasOwn(emergencies, code) ? emergencies[code] : undefined
}

/** Fences have their own form: 5 or 6, then their number. */
export function alertOf(code: string, isUniversal: boolean): AlarmName | undefined {
  if (/^[56][\dP]\d\d$/.test(code)) return code.startsWith('5') ? 'geofenceExit' : 'geofenceEnter'
  if (code === '42') return isUniversal ? 'sos' : undefined
  return Object.hasOwn(alerts, code) ? alerts[code] : undefined
}

/** For simulated trackers, as an alert of the legacy families. */
export function alertCodeOf(alarm: AlarmName): string | undefined {
  return Object.keys(alerts).find((code) => alerts[code] === alarm)
}

export function emergencyCodeOf(alarm: AlarmName): string | undefined {
  return Object.keys(emergencies).find((code) => emergencies[code] === alarm)
}

const emergencies: Readonly<Record<string, AlarmName>> = {
  1: 'sos',
  // Moved while parked.
  2: 'movement',
  3: 'powerCut',
  5: 'theft',
  6: 'doorOpen',
  7: 'movement',
  8: 'vibration',
}

/** Ends of a condition raise no alarm, nor do codes without an alarm name: sleep, routes, registration of drivers. */
const alerts: Readonly<Record<string, AlarmName>> = {
  1: 'overspeed',
  3: 'gpsAntennaCut',
  5: 'geofenceExit',
  6: 'geofenceEnter',
  13: 'fault',
  14: 'lowPower',
  15: 'vibration',
  16: 'crash',
  28: 'fault',
  33: 'ignitionOn',
  34: 'ignitionOff',
  40: 'powerRestored',
  41: 'powerCut',
  46: 'harshAcceleration',
  47: 'harshBraking',
  48: 'harshCornering',
  49: 'overspeed',
  50: 'jamming',
  59: 'driverIn',
  60: 'driverOut',
  68: 'idle',
  73: 'fuelTheft',
  132: 'doorOpen',
}
