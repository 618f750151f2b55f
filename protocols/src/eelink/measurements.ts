// What may follow the status of a location: newer firmware appended more and more.
import type { ByteReader } from '../byte-reader.ts'
import { keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'

const CLIMATE_BYTES = 12
const TAG_BYTES = 16
const MAX_TAGS = 40

export function keepMeasurements(location: Location, bytes: ByteReader): void {
  if (bytes.remaining >= 2) {
    const millivolts = bytes.uint16()
    if (millivolts > 0) location.batteryV = millivolts / 1000
  }
  if (bytes.remaining >= 4) {
    location.attributes.analog1 = bytes.uint16()
    location.attributes.analog2 = bytes.uint16()
  }
  if (bytes.remaining >= 4) keepMileage(location, bytes.uint32() / 1000)
  bytes.skip(Math.min(4, bytes.remaining)) // counters of network and GPS
  if (bytes.remaining >= 4) {
    const steps = bytes.uint16()
    if (steps > 0) location.attributes.steps = steps
    bytes.skip(2) // time walked
  }
  if (bytes.remaining >= CLIMATE_BYTES) keepClimate(location, bytes)
  if (bytes.remaining >= 2) {
    const probe = bytes.int16()
    if (probe !== 0) location.temperature2C = probe / 16
  }
  if (bytes.remaining >= 2) keepTags(location, bytes)
}

/** All zeros if there is no such sensor. */
function keepClimate(location: Location, bytes: ByteReader): void {
  const [temperature, humidity, light, co2] = [bytes.int16(), bytes.uint16(), bytes.uint32(), bytes.uint32()]
  if (temperature !== 0 || humidity !== 0) location.temperatureC = temperature / 256
  if (humidity > 0) location.humidityPct = humidity / 10
  if (light > 0) location.attributes.lightLux = Math.round(light / 256)
  if (co2 > 0) location.attributes.co2Ppm = co2
}

/** A count and a number, then address, signal, model and version, battery, temperature and data of each. */
function keepTags(location: Location, bytes: ByteReader): void {
  const count = Math.min(bytes.uint8(), MAX_TAGS)
  bytes.skip(1)
  for (let number = 1; number <= count && bytes.remaining >= TAG_BYTES; number++) {
    const name = `beacon${number}`
    location.attributes[name] = bytes.hex(6)
    bytes.skip(4) // level of the signal, reserved, model, version
    location.attributes[`${name}V`] = bytes.uint16() / 1000
    location.attributes[`${name}C`] = bytes.int16() / 256
    location.attributes[`${name}Data`] = bytes.uint16()
  }
}
