// The alarms of a report, determined by its word, sometimes with a digit of its type.
import type { AlarmName } from '../alarm-names.ts'

/** Values before the position: the last digit of the report type, and the state at the start of some reports. */
export interface Cause {
  typeDigit?: string | undefined
  state?: string | undefined
}

/** SPD raises no alarm: whether inside or outside of the range is the alarm depends on the tracker's settings. */
export function alarmsOf(word: string, { typeDigit, state }: Cause): AlarmName[] {
  if (word === 'GEO') return one({ 0: 'geofenceExit', 1: 'geofenceEnter' }, typeDigit)
  if (word === 'HBM') return harshAlarms[typeDigit ?? ''] ?? []
  // 1 means that the jamming is over.
  if (word === 'JDS') return one({ 2: 'jamming' }, state)
  // 0 means that the antenna works again.
  if (word === 'ANT') return one({ 1: 'gpsAntennaCut', 2: 'gpsAntennaCut' }, state)
  return one(byWord, word)
}

/** For simulated trackers: the report that raises this alarm by its word alone. */
export function wordOf(alarm: AlarmName): string | undefined {
  return Object.keys(byWord).find((word) => byWord[word] === alarm)
}

function one(alarms: Readonly<Record<string, AlarmName>>, key: string | undefined): AlarmName[] {
  const alarm = key !== undefined && Object.hasOwn(alarms, key) ? alarms[key] : undefined
  return alarm ? [alarm] : []
}

const byWord: Readonly<Record<string, AlarmName>> = {
  SOS: 'sos',
  TOW: 'tow',
  GIN: 'geofenceEnter',
  GOT: 'geofenceExit',
  IGN: 'ignitionOn',
  VGN: 'ignitionOn',
  IGF: 'ignitionOff',
  VGF: 'ignitionOff',
  MPF: 'powerCut',
  EPF: 'powerCut',
  MPN: 'powerRestored',
  EPN: 'powerRestored',
  BPL: 'lowBattery',
  PNA: 'deviceOn',
  PFA: 'deviceOff',
  CRA: 'crash',
  IDL: 'idle',
  // IDF, its end, raises no alarm.
  IDN: 'idle',
  JDR: 'jamming',
  GPJ: 'jamming',
  TEM: 'temperature',
  TMP: 'temperature',
}

const harshAlarms: Readonly<Record<string, AlarmName[]>> = {
  0: ['harshBraking'],
  1: ['harshAcceleration'],
  2: ['harshCornering'],
  3: ['harshBraking', 'harshCornering'],
  4: ['harshAcceleration', 'harshCornering'],
}
