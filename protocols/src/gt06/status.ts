// The status of the unit: heartbeats, and the information packet 0x94.
import type { ByteReader } from '../byte-reader.ts'
import type { Location } from '../protocol.types.ts'

/** Sets the fields of the terminal information byte, and returns its alarm bits. */
export function keepTerminalState(location: Location, byte: number): number {
  location.ignition = (byte & 0x02) !== 0
  location.attributes.relayCut = (byte & 0x80) !== 0
  location.attributes.charging = (byte & 0x04) !== 0
  location.attributes.armed = (byte & 0x01) !== 0
  return (byte >> 3) & 0x07
}

/** A heartbeat repeats the alarm bits for minutes; the alarm itself is in its own packet. */
export function readHeartbeat(content: ByteReader, withVolts: boolean): Location | undefined {
  const status = emptyStatus()
  const alarmBits = keepTerminalState(status, content.uint8())
  if (alarmBits > 0) status.attributes.alarmBits = alarmBits
  if (withVolts) status.powerV = content.uint16() / 100
  else status.batteryPct = batteryPctOf(content.uint8())
  status.attributes.gsmLevel = content.uint8()
  return content.overrun ? undefined : status
}

/** Sub-types: JM-VL03 protocol, "information transmission packet". */
export function readInformation(content: ByteReader): Location | undefined {
  const status = emptyStatus()
  const subType = content.uint8()
  if (subType === 0x00) status.powerV = content.uint16() / 100
  else if (subType === 0x05) status.attributes.doorOpen = (content.uint8() & 1) !== 0
  else if (subType === 0x0a) {
    status.attributes.imei = content.hex(8).slice(1)
    status.attributes.imsi = content.hex(8).slice(1)
    status.attributes.iccid = content.hex(10)
  } else if (subType === 0x04) status.attributes.states = content.ascii(content.remaining)
  else status.attributes[`information${subType}`] = content.hex(content.remaining)
  return content.overrun ? undefined : status
}

/** Levels 0 (off) to 6 (full). */
export function batteryPctOf(level: number): number {
  return Math.round((Math.min(level, 6) * 100) / 6)
}

function emptyStatus(): Location {
  return { valid: false, alarms: [], attributes: {} }
}
