// Event codes. Source: Meitrack GPRS protocol; 129 and above from newer models and open implementations.
import type { AlarmName } from '../alarm-names.ts'
import type { Location } from '../protocol.types.ts'
import type { Model } from './models.ts'

const alarms: ReadonlyMap<number, AlarmName> = new Map([
  [1, 'sos'],
  [17, 'lowBattery'],
  [18, 'lowPower'],
  [19, 'overspeed'],
  [20, 'geofenceEnter'],
  [21, 'geofenceExit'],
  [22, 'powerRestored'],
  [23, 'powerCut'],
  [24, 'gpsLost'],
  [25, 'gpsRestored'],
  [28, 'gpsAntennaCut'],
  [29, 'deviceOn'],
  [36, 'tow'],
  [37, 'driverIn'],
  [40, 'deviceOff'],
  [44, 'jamming'],
  [50, 'temperature'],
  [51, 'temperature'],
  [54, 'fuelTheft'],
  [58, 'theft'],
  [79, 'fall'],
  // Removed from its mounting.
  [81, 'tampering'],
  [129, 'harshBraking'],
  [130, 'harshAcceleration'],
  [133, 'idle'],
  [135, 'fatigue'],
  [144, 'ignitionOn'],
  [145, 'ignitionOff'],
])

/** Periodic reports by time or distance, without an event. */
export const PERIODIC = 35

const STOPPED = 41
const STARTED = 42
/** The event of input 1 switching off; the others follow. */
const FIRST_INPUT_OFF = 9

/** The meaning of an input depends on the model. */
export function keepEvent(location: Location, event: number, { ignitionInput, doorInput }: Model): void {
  location.attributes.event = event
  if (ignitionInput && location.inputs) location.ignition = location.inputs[ignitionInput - 1] === true
  if (event === STARTED || event === STOPPED) location.moving = event === STARTED
  const alarm = alarms.get(event) ?? inputAlarmOf(event, ignitionInput, doorInput)
  if (alarm) location.alarms.push(alarm)
  if (alarm === 'ignitionOn' || alarm === 'ignitionOff') location.ignition = alarm === 'ignitionOn'
}

/** For simulated trackers. */
export function eventOf(alarm: AlarmName | undefined): number {
  for (const [event, name] of alarms) if (name === alarm) return event
  return PERIODIC
}

function inputAlarmOf(event: number, ignitionInput = 0, doorInput = 0): AlarmName | undefined {
  if (event < 2 || event >= FIRST_INPUT_OFF + 5) return undefined
  if (event === ignitionInput) return 'ignitionOn'
  if (event === FIRST_INPUT_OFF - 1 + ignitionInput && ignitionInput > 0) return 'ignitionOff'
  return event === doorInput ? 'doorOpen' : undefined
}
