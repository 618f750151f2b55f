// Alarm codes of the vendor. Codes that clones use for several things raise no alarm; the raw code is always kept.
import type { AlarmName } from '../alarm-names.ts'

/** Old units leave the code 0 and set only the bits of the terminal information. */
export function alarmOf(code: number, terminalBits: number): AlarmName | undefined {
  return code === 0 ? byTerminalBits[terminalBits] : byCode[code]
}

/** For simulated trackers. */
export function codeOf(alarm: AlarmName): number | undefined {
  const entry = Object.entries(byCode).find(([, name]) => name === alarm)
  return entry && Number(entry[0])
}

/** The same in a heartbeat. */
export function terminalBitsOf(alarm: AlarmName | undefined): number {
  const entry = Object.entries(byTerminalBits).find(([, name]) => name === alarm)
  return Number(entry?.[0] ?? 0)
}

const byTerminalBits: Readonly<Record<number, AlarmName>> = {
  1: 'vibration',
  2: 'powerCut',
  3: 'lowBattery',
  4: 'sos',
  // Removed from where it was mounted.
  7: 'tampering',
}

const byCode: Readonly<Record<number, AlarmName>> = {
  1: 'sos',
  2: 'powerCut',
  3: 'vibration',
  4: 'geofenceEnter',
  5: 'geofenceExit',
  6: 'overspeed',
  9: 'movement',
  10: 'gpsLost',
  11: 'gpsRestored',
  12: 'deviceOn',
  14: 'lowPower',
  15: 'lowPower',
  16: 'simChanged',
  17: 'deviceOff',
  19: 'tampering',
  20: 'doorOpen',
  21: 'deviceOff',
  // A false base station.
  23: 'jamming',
  // The cover was removed.
  24: 'tampering',
  25: 'lowBattery',
  35: 'fall',
  36: 'powerRestored',
  // Removed from where it was mounted, on clones.
  37: 'tampering',
  41: 'harshAcceleration',
  42: 'harshCornering',
  43: 'harshCornering',
  44: 'crash',
  // Rolled over.
  45: 'crash',
  48: 'harshBraking',
  // Pulled out of the diagnostic socket.
  50: 'powerCut',
  60: 'theft',
  61: 'theft',
  254: 'ignitionOn',
  255: 'ignitionOff',
}
