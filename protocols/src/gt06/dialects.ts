// Packets with a position that only some makers send, each named after the unit it was seen from. Where a number has
// several layouts, the length of the packet decides.
import type { ByteReader } from '../byte-reader.ts'
import { keepMileage, roundTo } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { keepBattery, keepCell, keepRest, readAlarmCode, readAlarmState, readCell, readGps } from './gps.ts'
import { readImei } from './imei.ts'
import { keepCard, readState, readSupplyState } from './locations.ts'
import { keepTerminalState } from './status.ts'

/** 0x17 with a driver card. */
export function readCardLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location || !readCell(content, location, 'narrow')) return location
  keepCard(location, content.hex(8))
  location.attributes.cardValid = content.uint8() !== 0
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x12 of GT06E with a card reader: mileage, the card as text, alarm, state, and the time driven. */
export function readTextCardLocation(content: ByteReader, utcOffsetMin: number): Location | undefined {
  const location = readGps(content, utcOffsetMin)
  if (!location || !readCell(content, location, 'narrow')) return location
  keepMileage(location, content.uint32() / 1000)
  const card = content.ascii(content.uint8()).trim()
  if (/[1-9A-Za-z]/.test(card)) location.attributes.driverId = card
  content.skip(1)
  location.attributes.cardState = content.uint8()
  location.attributes.drivingTimeMin = content.uint16()
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x12 of QH302R: the IMEI comes first. */
export function readImeiLocation(content: ByteReader, utcOffsetMin: number): Location | undefined {
  content.skip(8)
  const location = readGps(content, utcOffsetMin)
  if (location && content.remaining >= 8) readCell(content, location, 'narrow')
  return location && keepRest(content, location)
}

/** 0x22 and 0x25 of NT11, NT20, NT40, XT40 and VL100: source, IMEI and the time of the unit come first. */
export function readSourceLocation(content: ByteReader, withDriver: boolean): Location | undefined {
  content.skip(1)
  if (!readImei(content)) return undefined
  content.skip(6)
  const location = readGps(content)
  if (!location) return undefined
  content.skip(1)
  if (!readCell(content, location, withDriver ? 'middle' : 'narrow')) return keepRest(content, location)
  if (withDriver) content.skip(1)
  const alarmBits = keepTerminalState(location, content.uint8())
  location.powerV = content.uint16() / 100
  location.batteryV = content.uint8() / 10
  location.attributes.gsmSignal = content.uint8()
  readAlarmCode(content, location, alarmBits)
  content.skip(1)
  keepMileage(location, content.uint24() / 1000)
  location.attributes.engineHours = roundTo(content.uint24() / 60, 2)
  if (withDriver && content.remaining >= 2) {
    const length = content.uint8()
    content.skip(1)
    if (length > 1) keepCard(location, content.hex(length - 1))
  }
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x22 of SEEWORLD. */
export function readClimateLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location || !readCell(content, location, 'middle')) return location
  readState(content, location)
  content.skip(4) // seconds
  const temperature = content.uint16()
  location.temperatureC = (temperature & 0x8000 ? -1 : 1) * ((temperature & 0x7fff) / 100)
  location.humidityPct = content.uint16() / 100
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x16 of VXT01: no length before the cell, and the supply in place of the battery. */
export function readSupplyAlarm(content: ByteReader, utcOffsetMin: number): Location | undefined {
  const location = readGps(content, utcOffsetMin)
  if (!location || !readCell(content, location, 'narrow')) return location
  const alarmBits = readSupplyState(content, location)
  readAlarmCode(content, location, alarmBits)
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x16 of SPACE10X: a list of cells of unknown layout, then the state in the last five bytes. */
export function readListAlarm(content: ByteReader, utcOffsetMin: number): Location | undefined {
  const location = readGps(content, utcOffsetMin)
  if (!location) return undefined
  content.skip(content.remaining - 5)
  readAlarmState(content, location)
  return content.overrun ? undefined : location
}

/** 0x24 of SR411. */
export function readVoltLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location || !readCell(content, location, 'narrow')) return location
  location.ignition = content.uint8() !== 0
  location.powerV = content.uint16() / 100
  location.batteryV = content.uint16() / 100
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x31 of SL4X. */
export function readAltitudeLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location) return undefined
  readFourGCell(content, location)
  readState(content, location)
  if (content.remaining >= 2) location.altitudeM = content.int16()
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x32 of SL4X, in a short frame. */
export function readAltitudeAlarm(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location) return undefined
  content.skip(1)
  readFourGCell(content, location)
  readAlarmState(content, location)
  if (content.remaining >= 2) location.altitudeM = content.int16()
  return content.overrun ? undefined : keepRest(content, location)
}

function readFourGCell(content: ByteReader, location: Location): void {
  keepCell(location, content.uint16(), content.uint16(), content.uint16(), content.uint32())
}

/** 0x34 of X1. The higher voltage comes first: it is the vehicle's. */
export function readPortLocation(content: ByteReader): Location | undefined {
  content.skip(4) // data and alarm
  const location = readGps(content)
  if (!location) return undefined
  content.skip(2)
  keepMileage(location, content.uint32() / 1000)
  if (!readCell(content, location, 'middle')) return keepRest(content, location)
  const driver = content.uint32()
  if (driver > 0) location.attributes.driverId = String(driver)
  location.powerV = content.uint16() / 100
  location.batteryV = content.uint16() / 100
  const analogCount = (content.uint32() >>> 20) & 0x0f
  location.inputs = bitsOf(content.uint8())
  location.outputs = bitsOf(content.uint8())
  for (let index = 1; index <= analogCount && content.remaining >= 2; index++) {
    location.attributes[`analog${index}V`] = content.uint16() / 100
  }
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x36 of TRX16i. The unit of its mileage is not known. */
export function readMeterLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location || !readCell(content, location, 'middle')) return location
  location.ignition = content.uint8() !== 0
  location.attributes.uploadMode = content.uint8()
  location.attributes.buffered = content.uint8() !== 0
  location.attributes.mileageRaw = content.uint32()
  location.powerV = content.uint16() / 100
  location.batteryV = content.uint8() / 10
  location.attributes.engineHours = roundTo(content.uint24() / 60, 2)
  keepCard(location, content.hex(8))
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0x61 with an iButton. */
export function readButtonLocation(content: ByteReader): Location | undefined {
  content.skip(8)
  const location = readGps(content)
  if (!location || !readCell(content, location, 'middle')) return location
  const driver = content.uint16() * 0x1_0000_0000 + content.uint32()
  if (driver > 0) location.attributes.driverId = String(driver)
  return content.overrun ? undefined : keepRest(content, location)
}

/** 0xA2 of LW4G. */
export function readFourGLocation(content: ByteReader): Location | undefined {
  const location = readGps(content)
  if (!location || !readCell(content, location, 'wide')) return location
  location.attributes.network = content.uint8()
  const alarmBits = keepTerminalState(location, content.uint8())
  location.powerV = content.uint16() / 100
  keepBattery(location, content.uint8())
  location.attributes.gsmLevel = content.uint8()
  readAlarmCode(content, location, alarmBits)
  content.skip(1)
  keepMileage(location, content.uint32() / 1000)
  location.attributes.engineHours = roundTo(content.uint32() / 3600, 2)
  content.skip(8)
  const inputs = content.uint16()
  if (content.overrun) return undefined
  location.attributes.inputBits = inputs
  return keepRest(content, location)
}

function bitsOf(byte: number): boolean[] {
  return Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1) === 1)
}
