// Converts a row of Traccar's tc_positions. Traccar's units: knots, metres, volts, percent.

import type { NewLocation } from './new-location.ts'
import { readTime } from './times.ts'

type Cells = Record<string, string | null | undefined>
type Attributes = Record<string, unknown>

const metresPerSecondInKnot = 0.514444
const maxAttributes = 200
const longestText = 1_000

/** Attributes that have a field here. All others are kept under their own names. */
const takers: Record<string, (value: unknown) => Partial<NewLocation> | undefined> = {
  ignition: (value) => (typeof value === 'boolean' ? { ignition: value } : undefined),
  motion: (value) => (typeof value === 'boolean' ? { moving: value } : undefined),
  batteryLevel: (value) => within('battery', value, 0, 100),
  power: (value) => within('powerVoltage', value, 0, 1_000),
  fuelLevel: (value) => within('fuel', value, 0, 100),
  temp1: (value) => within('temperature', value, -273.15, 10_000),
  temp2: (value) => within('temperature2', value, -273.15, 10_000),
  humidity: (value) => within('humidity', value, 0, 100),
  rpm: (value) => within('rpm', value, 0, 100_000),
  odometer: (value) => (isNumber(value) ? within('mileage', value / 1_000, 0, 100_000_000) : undefined),
  sat: (value) => (isNumber(value) ? within('satellites', Math.round(value), 0, 200) : undefined),
  alarm: (value) => (typeof value === 'string' && value ? { alerts: alertsOf(value) } : undefined),
}

/** Values that Traccar derives itself: they contain nothing from the tracker. */
const derived = new Set(['distance', 'raw'])

/** Traccar's alarm names that differ from ours. */
const alertNames: Record<string, string> = {
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

export function toLocation(cells: Cells, timeZone: string): { location: NewLocation } | { fault: string } {
  const time = cells.fixtime ?? cells.devicetime
  const dateTime = time ? readTime(time, timeZone) : undefined
  if (!dateTime) return { fault: time ? `fixtime cannot be "${time}"` : 'fixtime is empty' }
  const latitude = Number(cells.latitude ?? Number.NaN)
  const longitude = Number(cells.longitude ?? Number.NaN)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    return { fault: `latitude and longitude cannot be "${cells.latitude}, ${cells.longitude}"` }
  }
  const attributes = readAttributes(cells.attributes)
  if (!attributes) return { fault: 'attributes is not JSON' }
  const location: NewLocation = { dateTime, latitude, longitude, ...factsOf(cells) }
  assign(location, attributes)
  return { location }
}

function factsOf(cells: Cells): Partial<NewLocation> {
  const number = (text: string | null | undefined) => (text ? Number(text) : Number.NaN)
  const course = number(cells.course)
  const accuracy = number(cells.accuracy)
  return {
    ...within('altitude', number(cells.altitude), -12_000, 100_000),
    ...within('speed', number(cells.speed) * metresPerSecondInKnot, 0, 900),
    ...(Number.isFinite(course) && { course: ((course % 360) + 360) % 360 }),
    // Traccar uses 0 if the tracker did not report it.
    ...(accuracy > 0 && within('accuracy', accuracy, 0, 1_000_000)),
    ...(/^(f|false|0)$/i.test(cells.valid ?? '') && { valid: false }),
  }
}

function assign(location: NewLocation, attributes: Attributes): void {
  const rest: Record<string, number | string | boolean> = {}
  let left = maxAttributes
  for (const [name, value] of Object.entries(attributes)) {
    const taken = takers[name]?.(value)
    if (taken) Object.assign(location, taken)
    else if (!derived.has(name) && value !== null && left > 0) {
      rest[name.slice(0, 64)] = plain(value)
      left -= 1
    }
  }
  const inputs = switchesOf(rest, 'in')
  if (inputs) location.inputs = inputs
  const outputs = switchesOf(rest, 'out')
  if (outputs) location.outputs = outputs
  if (Object.keys(rest).length > 0) location.attributes = rest
}

/** in1, in2 … as a list, up to the first gap. */
function switchesOf(rest: Record<string, unknown>, prefix: string): boolean[] | undefined {
  const switches: boolean[] = []
  for (let at = 1; typeof rest[`${prefix}${at}`] === 'boolean'; at += 1) {
    switches.push(rest[`${prefix}${at}`] as boolean)
    delete rest[`${prefix}${at}`]
  }
  return switches.length > 0 ? switches : undefined
}

function within(
  name: keyof NewLocation,
  value: unknown,
  least: number,
  max: number,
): Partial<NewLocation> | undefined {
  return isNumber(value) && value >= least && value <= max ? { [name]: value } : undefined
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** One, or several separated by commas. */
function alertsOf(text: string): string[] {
  return text
    .split(',')
    .slice(0, 32)
    .map((name) => (alertNames[name] ?? name).slice(0, 64))
}

function plain(value: unknown): number | string | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestText)
}

function readAttributes(text: string | null | undefined): Attributes | undefined {
  if (!text) return {}
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}
