// Topflytech messages for simulated trackers and tests, and commands for real ones.
import { ByteWriter } from '../byte-writer.ts'
import type { CommandRequest, DeviceSettings, Location } from '../protocol.types.ts'
import { codeOf } from './alarms.ts'
import { headers, sealMessage, types } from './message.ts'

const HAS_POSITION = 1 << 6
const MAX_SATELLITES = 31
const IGNITION = 1 << 14
const NO_ANALOG = 0xffff
const UNKNOWN_32 = 0xffff_ffff
const TEXT_COMMAND = 1
const NOTHING = Buffer.alloc(0)

export function encodeLocations(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  return locations.map((location, index) => encodeLocation(identifier, location, serial + index))
}

export function encodeHeartbeat(identifier: string, serial: number): Buffer {
  return sealMessage({
    header: headers.vehicle,
    type: types.heartbeat,
    serial: serial & 0xffff,
    identifier,
    content: NOTHING,
  })
}

/** Each family takes only its own header, which follows from the model. */
export function encodeCommand({ text, requestId, identifier = '', settings }: CommandRequest): Buffer {
  const content = new ByteWriter().uint8(TEXT_COMMAND).ascii(text).toBuffer()
  const header = headerOf(settings)
  return sealMessage({ header, type: types.command, serial: requestId & 0xffff, identifier, content })
}

function headerOf({ model = '' }: DeviceSettings): number {
  if (/TLP|Torch/i.test(model)) return headers.personal
  return /TLD|OBD/i.test(model) ? headers.diagnostics : headers.vehicle
}

function encodeLocation(identifier: string, location: Location, serial: number): Buffer {
  const { latitude = 0, longitude = 0, satellites = 8, batteryPct, mileageKm, powerV } = location
  const alarmCode = codeOf(location.alarms[0])
  const place = Buffer.alloc(12)
  place.writeFloatLE(location.altitudeM ?? 0, 0)
  place.writeFloatLE(longitude, 4)
  place.writeFloatLE(latitude, 8)
  const content = new ByteWriter()
    .hex('001e0e101e00c8') // intervals, angle and distance
    .uint16(0)
    .uint8((location.valid ? HAS_POSITION : 0) | Math.min(satellites, MAX_SATELLITES))
    .hex('000000000000') // settings
    .uint16(location.ignition ? IGNITION : 0)
    .uint16(NO_ANALOG)
    .uint16(NO_ANALOG)
    .uint8(alarmCode)
    .uint8(0)
    .uint32(mileageKm === undefined ? UNKNOWN_32 : Math.round(mileageKm * 1000))
    .hex(batteryPct === undefined ? 'ff' : decimal(batteryPct % 100, 2))
    .hex((location.fixedAt ?? new Date(0)).toISOString().slice(2, 19).replace(/\D/g, ''))
  if (location.valid)
    content
      .bytes(place)
      .hex(decimal((location.speedKmh ?? 0) * 10, 4))
      .uint16(Math.round(location.courseDeg ?? 0) % 360)
  else content.bytes(Buffer.alloc(16))
  content.hex(powerV === undefined ? 'ffff' : decimal(powerV * 100, 4))
  const type = alarmCode > 0 ? types.alarm : types.location
  return sealMessage({
    header: headers.vehicle,
    type,
    serial: serial & 0xffff,
    identifier,
    content: content.toBuffer(),
  })
}

function decimal(value: number, digits: number): string {
  return String(Math.round(value)).padStart(digits, '0').slice(-digits)
}
