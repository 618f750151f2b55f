// Packets that are lists of values, each with a number and a length: 0x36, 0x37, 0x38, 0x70, 0xF1 and 0xF2.
import type { AlarmName } from '../alarm-names.ts'
import { ByteReader } from '../byte-reader.ts'
import { instantOf, keepMileage } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { keepPlace, readAlarmState, readCell, readGps } from './gps.ts'
import { readImei } from './imei.ts'

const MAX_MODULES = 64
const MODULE_OF_PLACE = 0x33
const PLACE_BYTES = 18

type Read = (value: ByteReader, location: Location, length: number) => void

/** 0x37. */
export function readModuleLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location || !readCell(content, location, 'narrow')) return location
  location.ignition = content.uint8() !== 0
  location.attributes.uploadMode = content.uint8()
  location.attributes.buffered = content.uint8() !== 0
  readModules(content, location, 1, modules)
  return content.overrun ? undefined : location
}

/** 0x38. */
export function readLongModuleLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location) return undefined
  location.attributes.uploadMode = content.uint8()
  location.attributes.buffered = content.uint8() !== 0
  const isFourG = content.uint8() >= 3
  if (readCell(content, location, isFourG ? 'wide' : 'narrow')) {
    location.attributes.gsmSignal = isFourG ? content.uint16() : content.uint8()
    readModules(content, location, 1, modules)
  }
  return content.overrun ? undefined : location
}

/** 0x36 without a position. */
export function readModuleStatus(content: ByteReader): Location | undefined {
  const status: Location = { valid: false, alarms: [], attributes: {} }
  readAlarmState(content, status)
  readModules(content, status, 1, modules)
  return content.overrun ? undefined : status
}

/** 0x70. */
export function readReport(content: ByteReader): Location | undefined {
  const report: Location = { valid: false, alarms: [], attributes: {} }
  readModules(content, report, 2, reportModules)
  return content.overrun ? undefined : report
}

/** 0xF1. */
export function readStates(content: ByteReader): Location | undefined {
  return readTimed(content, stateModules)
}

/** 0xF2: a battery or a button, connected by radio. */
export function readAccessories(content: ByteReader): Location | undefined {
  return readTimed(content, accessoryModules)
}

function readTimed(content: ByteReader, known: Readonly<Record<number, Read>>): Location | undefined {
  const status: Location = { valid: false, alarms: [], attributes: {} }
  const fixedAt = instantOf(content.uint32() * 1000)
  if (fixedAt) status.fixedAt = fixedAt
  if (content.overrun) return undefined
  readModules(content, status, 1, known)
  return status
}

/** Unknown modules are kept as hexadecimal. A list that does not end where its packet ends is read as far as it fits. */
function readModules(
  content: ByteReader,
  location: Location,
  lengthBytes: 1 | 2,
  known: Readonly<Record<number, Read>>,
): void {
  for (let left = MAX_MODULES; left > 0 && content.remaining > 2; left--) {
    const number = content.uint16()
    const length = lengthBytes === 2 ? content.uint16() : content.uint8()
    if (length > content.remaining) return
    const value = content.bytes(length)
    const read = known[number]
    if (read) read(new ByteReader(value), location, length)
    else if (length > 0) location.attributes[`module${number}`] = value.toString('hex')
  }
}

const keepBatteryVolts: Read = (value, location) => {
  location.batteryV = value.uint16() / 100
}

const modules: Readonly<Record<number, Read>> = {
  24: keepBatteryVolts,
  39: (value, location) => {
    location.powerV = value.uint16() / 100
  },
  46: (value, location) => keepMileage(location, value.uint32() / 1000),
  59: (value, location) => {
    const accuracyM = value.uint16() / 100
    if (accuracyM > 0) location.accuracyM = accuracyM
  },
  106: (value, location) => {
    const percent = value.uint8()
    if (percent <= 100) location.batteryPct = percent
  },
}

const reportModules: Readonly<Record<number, Read>> = {
  1: (value, { attributes }) => {
    const imei = readImei(value)
    if (imei) attributes.imei = imei
  },
  3: (value, { attributes }, length) => {
    attributes.iccid = value.hex(length)
  },
  9: (value, location) => {
    location.satellites = value.uint8()
  },
  10: (value, { attributes }) => {
    attributes.satellitesInView = value.uint8()
  },
  24: keepBatteryVolts,
  40: (value, location) => {
    const hdop = value.uint8() / 10
    if (hdop > 0) location.hdop = hdop
  },
  42: (value, { attributes }) => {
    const bits = value.uint8()
    attributes.doorOpen = (bits & 0x01) !== 0
    attributes.tampered = (bits & 0x10) !== 0
  },
  46: (value, location) => keepMileage(location, value.uint32() / 1000),
  [MODULE_OF_PLACE]: (value, location, length) => {
    if (length >= PLACE_BYTES) readPlace(value, location)
  },
  52: (value, location) => {
    const code = value.uint8()
    location.attributes.event = code
    const alarm = alarmsByEvent[code]
    if (alarm) location.alarms.push(alarm)
  },
  127: (value, { attributes }) => {
    attributes.beacon = value.hex(6)
    const volts = value.uint16()
    if (volts !== 0x7fff) attributes.beaconBatteryV = volts / 1000
    attributes.beaconBatteryPct = value.uint8()
    attributes.beaconTemperatureC = value.int16() / 10
    attributes.beaconHumidityPct = value.uint16() / 10
  },
}

function readPlace(value: ByteReader, location: Location): void {
  const seconds = value.uint32()
  location.satellites = value.uint8()
  const altitudeM = value.int16()
  const [latitude, longitude] = [value.uint32(), value.uint32()]
  const speedKmh = value.uint8()
  // All zero until the first fix.
  if (seconds === 0) return
  const fixedAt = instantOf(seconds * 1000)
  if (fixedAt) location.fixedAt = fixedAt
  location.altitudeM = altitudeM
  location.speedKmh = speedKmh
  keepPlace(location, latitude, longitude, value.uint16())
}

const alarmsByEvent: Readonly<Record<number, AlarmName>> = {
  16: 'doorOpen',
  18: 'tampering',
  20: 'geofenceEnter',
  21: 'geofenceExit',
  26: 'lowBattery',
  32: 'vibration',
  33: 'powerCut',
  35: 'tampering',
}

const stateModules: Readonly<Record<number, Read>> = {
  4: (value, location) => {
    location.ignition = value.uint8() !== 0
  },
  5: (value, location) => {
    location.powerV = value.uint16() / 100
  },
  7: (value, { attributes }) => {
    attributes.charging = value.uint8() !== 0
  },
}

const accessoryModules: Readonly<Record<number, Read>> = {
  12: (value, { attributes }) => {
    attributes.externalBatteryPct = value.uint8()
  },
}
