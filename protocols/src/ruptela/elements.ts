// The numbered elements: as fields where their meaning is certain, as io<id> otherwise. From an open implementation.
import { isMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

type Keep = (location: Location, value: number) => boolean

const IBUTTON = 34
const UNKNOWN_8 = 0xff
const UNKNOWN_16 = 0xffff

/** `value` is unsigned, as on the wire. */
export function keepElement(location: Location, id: number, size: number, value: number): void {
  const meaning = meanings[id]
  const understood = meaning && meaning.bytes === size && meaning.keep(location, value)
  if (!understood) location.attributes[`io${id}`] = value
}

/** Elements of 8 bytes are identifiers. Beyond 2^53 they are kept exact as text. */
export function keepLongElement(location: Location, id: number, bytes: Buffer): void {
  if (bytes.length < 8) return
  const value = bytes.readBigUInt64BE(0)
  if (id === IBUTTON) {
    if (value !== 0n) location.attributes.driverId = bytes.toString('hex')
  } else if (value <= BigInt(Number.MAX_SAFE_INTEGER)) location.attributes[`io${id}`] = Number(value)
  else location.attributes[`io${id}`] = value.toString()
}

const meanings: Readonly<Record<number, { bytes: number; keep: Keep }>> = {
  2: input(1),
  3: input(2),
  4: input(3),
  5: input(4),
  27: byte((location, value) => {
    if (value === UNKNOWN_8) return false
    location.attributes.gsmSignal = value
    return true
  }),
  29: volts('powerV'),
  30: volts('batteryV'),
  32: byte((location, value) => {
    location.attributes.boardC = (value << 24) >> 24
    return true
  }),
  65: { bytes: 4, keep: keepOwnMileage },
  74: temperature('temperatureC'),
  78: temperature('temperature2C'),
  170: byte((location, value) => {
    location.attributes.charging = value !== 0
    return true
  }),
  173: byte((location, value) => {
    location.moving = value !== 0
    return true
  }),
  207: byte((location, value) => {
    if (value > 250) return false
    location.fuelPct = roundTo(value * 0.4, 1)
    return true
  }),
  251: ignition(),
  409: ignition(),
  // Kilometres, read from the vehicle.
  645: { bytes: 4, keep: keepVehicleMileage },
}

function byte(keep: Keep): { bytes: number; keep: Keep } {
  return { bytes: 1, keep }
}

/** A list has no holes: unreported inputs before a reported one count as open. */
function input(number: number): { bytes: number; keep: Keep } {
  return byte((location, value) => {
    const inputs = location.inputs ?? []
    while (inputs.length < number) inputs.push(false)
    inputs[number - 1] = value !== 0
    location.inputs = inputs
    return true
  })
}

function ignition(): { bytes: number; keep: Keep } {
  return byte((location, value) => {
    location.ignition = value !== 0
    return true
  })
}

function volts(name: 'powerV' | 'batteryV'): { bytes: number; keep: Keep } {
  return {
    bytes: 2,
    keep: (location, value) => {
      if (value === UNKNOWN_16) return false
      location[name] = value / 1000
      return true
    },
  }
}

function keepOwnMileage(location: Location, metres: number): boolean {
  if (!isMileage(metres / 1000)) return false
  location.mileageKm = metres / 1000
  return true
}

function keepVehicleMileage(location: Location, km: number): boolean {
  if (!isMileage(km)) return false
  location.attributes.vehicleMileageKm = km
  return true
}

/** Tenths of a degree; far outside, the sensor is missing. */
function temperature(name: 'temperatureC' | 'temperature2C'): { bytes: number; keep: Keep } {
  return {
    bytes: 2,
    keep: (location, value) => {
      const celsius = ((value << 16) >> 16) / 10
      if (celsius < -60 || celsius > 150) return false
      location[name] = celsius
      return true
    },
  }
}
