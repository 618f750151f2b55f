// The attributes of a position. Those with a field go there, all others keep their names, as `rastro import traccar` does.
import type { AlarmName } from '../alarm-names.ts'
import { isAlarmName } from '../alarm-names.ts'
import { booleanOf, keepAttribute, measureOf, numberOf } from '../loose-values.ts'
import { keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const MAX_SWITCHES = 16

const numbers: Readonly<Record<string, (location: Location, value: number) => void>> = {
  batteryLevel: (location, value) => (location.batteryPct = value),
  battery: (location, value) => (location.batteryV = value),
  power: (location, value) => (location.powerV = value),
  fuelLevel: (location, value) => (location.fuelPct = value),
  temp1: (location, value) => (location.temperatureC = value),
  temp2: (location, value) => (location.temperature2C = value),
  humidity: (location, value) => (location.humidityPct = value),
  sat: (location, value) => (location.satellites = value),
  hdop: (location, value) => (location.hdop = value),
  rpm: (location, value) => (location.rpm = value),
  odometer: (location, value) => keepMileage(location, roundTo(value / 1000, 4)),
  hours: (location, value) => (location.attributes.engineHours = roundTo(value / 3_600_000, 2)),
}
const signed = new Set(['temp1', 'temp2'])

/** Computed by the server: they contain nothing of the tracker. */
const derived = new Set(['distance', 'totalDistance', 'raw', 'alarm'])

/** Traccar's names that differ from ours. */
const alarmNames: Readonly<Record<string, AlarmName>> = {
  accident: 'crash',
  bonnet: 'tampering',
  door: 'doorOpen',
  fallDown: 'fall',
  fatigueDriving: 'fatigue',
  footBrake: 'tampering',
  fuelLeak: 'fuelTheft',
  hardAcceleration: 'harshAcceleration',
  hardBraking: 'harshBraking',
  hardCornering: 'harshCornering',
  powerOff: 'deviceOff',
  powerOn: 'deviceOn',
  removing: 'tampering',
  shock: 'vibration',
}

export function keepAttributes(location: Location, attributes: Record<string, unknown>): void {
  const rest = { ...attributes }
  const [inputs, outputs] = [takeSwitches(rest, 'in'), takeSwitches(rest, 'out')]
  if (inputs) location.inputs = inputs
  if (outputs) location.outputs = outputs
  const [ignition, moving] = [booleanOf(rest.ignition), booleanOf(rest.motion)]
  if (ignition !== undefined) location.ignition = ignition
  if (moving !== undefined) location.moving = moving
  keepAlarms(location, attributes.alarm)
  for (const [name, value] of Object.entries(rest)) {
    if (derived.has(name) || name === 'ignition' || name === 'motion') continue
    const number = signed.has(name) ? numberOf(value) : measureOf(value)
    if (number !== undefined && Object.hasOwn(numbers, name)) numbers[name]!(location, number)
    else keepAttribute(location, name === 'driverUniqueId' ? 'driverId' : name, value)
  }
}

/** One, or several separated by commas. */
export function keepAlarms(location: Location, value: unknown): void {
  if (typeof value !== 'string') return
  for (const name of value.split(',', 8)) {
    const ours = Object.hasOwn(alarmNames, name) ? alarmNames[name] : isAlarmName(name) ? name : undefined
    if (!ours) keepAttribute(location, 'alarm', name)
    else if (!location.alarms.includes(ours)) location.alarms.push(ours)
  }
}

/** in1, in2 … as a list, up to the first gap. */
function takeSwitches(rest: Record<string, unknown>, prefix: string): boolean[] | undefined {
  const switches: boolean[] = []
  for (let at = 1; at <= MAX_SWITCHES && typeof rest[`${prefix}${at}`] === 'boolean'; at++) {
    switches.push(rest[`${prefix}${at}`] as boolean)
    delete rest[`${prefix}${at}`]
  }
  return switches.length > 0 ? switches : undefined
}
