// The status word of four bytes, in which 0 means active. Bits: H02 protocol V1.0.5, "vehicle status".
import type { AlarmName } from '../alarm-names.ts'
import type { Location } from '../protocol.types.ts'

/**
 * Clones use many bits for other purposes: 16, 23, 24 and 28 are active in everyday frames of several vendors. Only
 * bits on which the documents agree raise alarms; the raw word is always kept.
 */
const alarmBits: readonly (readonly [bit: number, alarm: AlarmName])[] = [
  [1, 'sos'],
  [18, 'sos'],
  [0, 'vibration'],
  [2, 'overspeed'],
  // Ignition while armed.
  [3, 'theft'],
  [4, 'geofenceEnter'],
  [7, 'geofenceExit'],
  [19, 'powerCut'],
  [20, 'powerCut'],
  // A wrong password three times.
  [25, 'tampering'],
]

/** Antenna open or short, in two documents. Frames with a good fix have them too, so they count only without one. */
const ANTENNA_BITS = 0x0060_0060

const ALARM_MASK = alarmBits.reduce((mask, [bit]) => mask | (1 << bit), ANTENNA_BITS)
const IGNITION_BIT = 0x400
const DOOR_BIT = 0x100
const ARMED_BIT = 0x200
const RELAY_BIT = 0x0800_0000

export function keepStatus(location: Location, word: number): void {
  const { attributes } = location
  attributes.status = (word >>> 0).toString(16).toUpperCase().padStart(8, '0')
  // Units without a status word send zeros; taken literally, that would be every alarm at once.
  if (word === 0) return
  location.ignition = (word & IGNITION_BIT) !== 0
  if ((word & DOOR_BIT) === 0) attributes.doorOpen = true
  if ((word & ARMED_BIT) === 0) attributes.armed = true
  if ((word & RELAY_BIT) === 0) attributes.relayCut = true
  if ((~word & ALARM_MASK) === 0) return
  for (const [bit, alarm] of alarmBits) {
    if ((word & (1 << bit)) === 0 && !location.alarms.includes(alarm)) location.alarms.push(alarm)
  }
  if (!location.valid && (~word & ANTENNA_BITS) !== 0) location.alarms.push('gpsAntennaCut')
}

/** For simulated trackers. */
export function statusOf({ ignition, alarms }: Location): number {
  let word = ignition === false ? ~IGNITION_BIT : ~0
  for (const alarm of alarms) {
    const entry = alarmBits.find(([, name]) => name === alarm)
    if (entry) word &= ~(1 << entry[0])
  }
  return word >>> 0
}

/** Levels 1 to 6 on most units, percent on others. */
export function batteryPctOf(value: number): number | undefined {
  if (value === 0 || value > 100) return undefined
  if (value <= 3) return (value - 1) * 10
  return value <= 6 ? (value - 1) * 20 : value
}
