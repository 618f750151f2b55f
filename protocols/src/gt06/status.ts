// The status of the unit: heartbeats, and the information packet 0x94.
import type { ByteReader } from '../byte-reader.ts'
import type { Location } from '../protocol.types.ts'
import { alarmOf } from './alarms.ts'

/** Heartbeats of OBD units, by the length of their content. */
const leastObdBytes = 14
const TEMPERATURE_MODE = 4

/** Sets the fields of the terminal information byte, and returns its alarm bits. */
export function keepTerminalState(location: Location, byte: number): number {
  location.ignition = (byte & 0x02) !== 0
  location.attributes.relayCut = (byte & 0x80) !== 0
  location.attributes.charging = (byte & 0x04) !== 0
  location.attributes.armed = (byte & 0x01) !== 0
  return (byte >> 3) & 0x07
}

/** The alarm of the terminal information is repeated in every heartbeat for as long as it lasts. */
export function readHeartbeat(
  content: ByteReader,
  withVolts: boolean,
  model: string | undefined,
): Location | undefined {
  const status = emptyStatus()
  const alarmBits = keepTerminalState(status, content.uint8())
  keepAlarmBits(status, alarmBits)
  if (content.remaining >= leastObdBytes - 1) readObdState(content, status)
  else if (withVolts || model === 'R11') {
    status.powerV = content.uint16() / 100
    status.attributes.gsmLevel = content.uint8()
  } else {
    const batteryPct = batteryPctOf(content.uint8())
    if (batteryPct !== undefined) status.batteryPct = batteryPct
    status.attributes.gsmLevel = content.uint8()
    readModelTail(content, status, model)
  }
  return content.overrun ? undefined : status
}

function keepAlarmBits(status: Location, alarmBits: number): void {
  if (alarmBits === 0) return
  status.attributes.alarmBits = alarmBits
  const alarm = alarmOf(0, alarmBits)
  if (alarm) status.alarms.push(alarm)
}

/** The last two bytes are alarm and language, but on these models the supply. */
function readModelTail(content: ByteReader, status: Location, model = ''): void {
  if (content.remaining < 2) return
  if (model.startsWith('LW')) status.powerV = (content.uint16() & 0xfff) / 10
  else if (model === 'SEEWORLD') status.powerV = content.uint8()
}

/** OBD6: satellites in view and in use, and the signal, in five bits each. */
function readObdState(content: ByteReader, status: Location): void {
  const packed = content.uint16()
  status.satellites = ((packed >> 10) & 0x1f) + ((packed >> 5) & 0x1f)
  status.attributes.gsmLevel = packed & 0x1f
  content.skip(2) // alarm and language
  const percent = content.uint8()
  if (percent <= 100) status.batteryPct = percent
  const mode = content.uint8()
  const volts = content.uint16() / 100
  if (volts > 0) status.powerV = volts
  content.skip(3)
  if (mode === TEMPERATURE_MODE) status.temperatureC = content.int16() / 10
}

/** 0xA3 of SEEWORLD: the state of assets. */
export function readAssetState(content: ByteReader): Location | undefined {
  const status = emptyStatus()
  keepAlarmBits(status, keepTerminalState(status, content.uint8()))
  content.skip(2)
  const batteryPct = batteryPctOf(content.uint8())
  if (batteryPct !== undefined) status.batteryPct = batteryPct
  status.attributes.gsmSignal = content.uint8()
  status.powerV = content.uint8()
  if (content.remaining >= 10) {
    content.skip(3)
    status.attributes.steps = content.uint32()
    const percent = content.uint8()
    if (percent <= 100) status.batteryPct = percent
    status.attributes.charging = content.uint8() !== 0
    status.moving = content.uint8() !== 0
  }
  return content.overrun ? undefined : status
}

/** Sub-types: JM-VL03 protocol, "information transmission packet". */
export function readInformation(content: ByteReader): Location | undefined {
  const status = emptyStatus()
  const { attributes } = status
  const subType = content.uint8()
  switch (subType) {
    case 0x00:
      status.powerV = content.uint16() / 100
      break
    case 0x04:
      attributes.states = content.ascii(content.remaining)
      break
    case 0x05:
      // Newer units put the time before it.
      if (content.remaining >= 7) content.skip(6)
      attributes.doorOpen = (content.uint8() & 1) !== 0
      break
    case 0x0a:
      attributes.imei = content.hex(8).slice(1)
      attributes.imsi = content.hex(8).slice(1)
      attributes.iccid = content.hex(10)
      break
    case 0x0b:
      if (content.remaining >= 2) status.powerV = content.uint16() / 100
      else attributes.network = content.uint8() === 1 ? '4G' : '2G'
      break
    case 0x1b:
      keepSerialData(status, content.bytes(content.remaining))
      break
    case 0x1e:
      status.temperatureC = content.int32() / 10
      status.humidityPct = content.int32() / 10
      break
    default:
      attributes[`information${subType}`] = content.hex(content.remaining)
  }
  return content.overrun ? undefined : status
}

/** Text of a card reader, or bytes. */
function keepSerialData({ attributes }: Location, bytes: Buffer): void {
  const text = bytes.toString('latin1').trim()
  attributes.serialData = /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString('hex')
}

/** Levels 0 (off) to 6 (full); some units send a percentage instead, others something else. */
export function batteryPctOf(level: number): number | undefined {
  if (level > 100) return undefined
  return level > 6 ? level : Math.round((level * 100) / 6)
}

function emptyStatus(): Location {
  return { valid: false, alarms: [], attributes: {} }
}
