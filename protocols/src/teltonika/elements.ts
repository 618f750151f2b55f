// The numbered elements of a record: as fields where their meaning is certain, as io<id> otherwise.
import { isMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { beaconLists, keepBeacons } from './beacons.ts'
import type { Family } from './families.ts'

/** The meaning of an element of this size. `keep` may still reject a value; the element is then kept raw. */
interface Meaning {
  bytes: readonly number[]
  /** Only in this family; other families use the id for something else. */
  family?: Family
  keep(location: Location, value: number, size: number): boolean
}

/** `value` is unsigned, as on the wire. The size resolves several conflicts of ids between families. */
export function keepElement(
  location: Location,
  id: number,
  size: number,
  value: number,
  family: Family | undefined,
): void {
  const meaning = meanings.get(id)
  const understood =
    meaning?.bytes.includes(size) &&
    (!meaning.family || meaning.family === family) &&
    meaning.keep(location, value, size)
  if (!understood) location.attributes[rawNames[id]!] = value
}

/** Elements of 8 bytes are identifiers. Beyond 2^53 they are kept exact as text. */
export function keepLongElement(location: Location, id: number, high: number, low: number): void {
  const value = high * 0x1_0000_0000 + low
  if (id === 78 && value !== 0) location.attributes.driverId = hexOf(high) + hexOf(low)
  else if (Number.isSafeInteger(value)) location.attributes[rawNames[id]!] = value
  else location.attributes[rawNames[id]!] = ((BigInt(high) << 32n) | BigInt(low)).toString()
}

/** Texts and lists of codec 8 Extended; what is not known stays hexadecimal. */
export function keepVariableElement(location: Location, id: number, value: Buffer): void {
  if (beaconLists.has(id) && keepBeacons(location.attributes, value)) return
  if (id === 256) location.attributes.vin = value.toString('latin1')
  else if (id === 281) location.attributes.dtcs = value.toString('latin1')
  else location.attributes[rawNames[id]!] = value.toString('hex')
}

// Ids, sizes and units: the vendor's tables "AVL ID", compared by family.
const meanings = new Map<number, Meaning>([
  [1, input(1)],
  [2, input(2)],
  [3, input(3)],
  // In 4 bytes this is the pulse counter of vehicle models.
  [4, input(4)],
  [16, { bytes: [4], keep: keepMileage }],
  [17, axis('axisXMg')],
  [18, axis('axisYMg')],
  [19, axis('axisZMg')],
  [21, measure([1], (location, value) => (location.attributes.gsmLevel = value))],
  // In 4 bytes this is the mileage of trucks.
  [25, { ...bleTemperature(1), family: 'vehicle' }],
  [26, { ...bleTemperature(2), family: 'vehicle' }],
  [27, { ...bleTemperature(3), family: 'vehicle' }],
  [28, { ...bleTemperature(4), family: 'vehicle' }],
  [36, measure([2], (location, value) => (location.rpm = value))],
  [66, measure([2], (location, value) => (location.powerV = value / 1000))],
  [67, measure([2], (location, value) => (location.batteryV = value / 1000))],
  [72, temperature([2, 4], 'temperatureC', dallasC)],
  [73, temperature([2, 4], 'temperature2C', dallasC)],
  // In 4 bytes this is the service distance of trucks.
  [113, measure([1], (location, value) => (location.batteryPct = value))],
  [116, { ...flag('charging'), family: 'personal' }],
  [179, output(1)],
  [180, output(2)],
  [181, measure([2], (location, value) => (location.attributes.pdop = value / 10))],
  [182, measure([2], (location, value) => (location.hdop = value / 10))],
  [205, measure([2, 4], (location, value) => (location.attributes.cellId = value))],
  [206, measure([2], (location, value) => (location.attributes.lac = value))],
  [239, measure([1], (location, value) => (location.ignition = value !== 0))],
  [240, measure([1], (location, value) => (location.moving = value !== 0))],
  [241, measure([4], (location, value) => (location.attributes.operator = value))],
  [390, { ...measure([4], (location, value) => (location.fuelL = value / 10)), family: 'vehicle' }],
  [10800, temperature([2], 'temperatureC', eyeSensorC)],
  [10801, temperature([2], 'temperature2C', eyeSensorC)],
])

function measure(bytes: readonly number[], set: (location: Location, value: number) => unknown): Meaning {
  return {
    bytes,
    keep: (location, value) => {
      set(location, value)
      return true
    },
  }
}

function keepMileage(location: Location, metres: number): boolean {
  if (!isMileage(metres / 1000)) return false
  location.mileageKm = metres / 1000
  return true
}

/** In thousandths of the acceleration of gravity. */
function axis(name: string): Meaning {
  return measure([2], (location, value) => (location.attributes[name] = (value << 16) >> 16))
}

/** Sensors connected by radio. 2000 and more are errors. */
function bleTemperature(number: number): Meaning {
  return {
    bytes: [2],
    keep: ({ attributes }, value) => {
      const hundredths = (value << 16) >> 16
      if (value === 2000 || value === 3000 || value === 4000) return false
      attributes[`bleTemperature${number}C`] = hundredths / 100
      return true
    },
  }
}

function flag(name: string): Meaning {
  return measure([1], (location, value) => (location.attributes[name] = value !== 0))
}

function input(number: number): Meaning {
  return { bytes: [1], keep: (location, value) => keepSwitch(location, 'inputs', number, value) }
}

function output(number: number): Meaning {
  return { bytes: [1], keep: (location, value) => keepSwitch(location, 'outputs', number, value) }
}

/** A list has no holes: unreported switches before a reported one count as open. */
function keepSwitch(location: Location, name: 'inputs' | 'outputs', number: number, value: number): true {
  const switches = location[name] ?? []
  while (switches.length < number) switches.push(false)
  switches[number - 1] = value !== 0
  location[name] = switches
  return true
}

function temperature(
  bytes: readonly number[],
  name: 'temperatureC' | 'temperature2C',
  celsiusOf: (value: number, size: number) => number | undefined,
): Meaning {
  return {
    bytes,
    keep: (location, value, size) => {
      const celsius = celsiusOf(value, size)
      if (celsius === undefined || celsius < -60 || celsius > 150) return false
      location[name] = roundTo(celsius, 2)
      return true
    },
  }
}

/** 850 not ready, 2000 read error, 3000 not connected, 4000 wrong id; 5000 means 0. */
function dallasC(value: number, size: number): number | undefined {
  if (value === 5000) return 0
  if (value === 850 || value === 2000 || value === 3000 || value === 4000) return undefined
  return (size === 2 ? (value << 16) >> 16 : value | 0) / 10
}

function eyeSensorC(value: number): number {
  return ((value << 16) >> 16) / 100
}

function hexOf(value: number): string {
  return value.toString(16).padStart(8, '0')
}

/** Precomputed: building a name costs more than reading its element. */
const rawNames = Array.from({ length: 0x10000 }, (_, id) => `io${id}`)
