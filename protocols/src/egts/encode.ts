// Packets of EGTS for simulated trackers and tests.
import { ByteWriter } from '../byte-writer.ts'
import type { Location } from '../protocol.types.ts'
import { packetTypes, sealPacket, writeRecord, writeSubrecord } from './packet.ts'
import { EPOCH_MS, services } from './records.ts'
import { subrecords } from './telemetry.ts'

const RECORDS_PER_PACKET = 20
const TERMINAL = 1
const HAS_IMEI = 2
const EMERGENCY_BUTTON = 13

export function encodeLogin(identifier: string, serial: number): Buffer {
  const terminal = new ByteWriter().uint32LE(0).uint8(HAS_IMEI).ascii(identifier.padEnd(15, '\0'))
  const content = new ByteWriter()
  writeSubrecord(content, TERMINAL, terminal)
  const body = new ByteWriter()
  writeRecord(body, { number: serial, service: services.authorisation }, content)
  return sealPacket(serial, packetTypes.data, body.toBuffer())
}

export function encodeLocations(
  _identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  const packets: Buffer[] = []
  for (let from = 0; from < locations.length; from += RECORDS_PER_PACKET) {
    const body = new ByteWriter()
    for (const [index, location] of locations.slice(from, from + RECORDS_PER_PACKET).entries()) {
      const record = { number: serial + from + index, service: services.telemetry }
      writeRecord(body, record, contentOf(location))
    }
    packets.push(sealPacket(serial + from, packetTypes.data, body.toBuffer()))
  }
  return packets
}

function contentOf(location: Location): ByteWriter {
  const content = new ByteWriter()
  writeSubrecord(content, subrecords.position, positionOf(location))
  if (location.satellites !== undefined)
    writeSubrecord(content, subrecords.quality, new ByteWriter().uint8(8).uint8(location.satellites))
  if (location.powerV !== undefined || location.batteryV !== undefined) {
    const volts = (value = 0) => Math.round(value * 10)
    const state = new ByteWriter().uint8(0).uint8(volts(location.powerV)).uint8(volts(location.batteryV))
    writeSubrecord(content, subrecords.state, state.uint8(0).uint8(0))
  }
  return content
}

function positionOf(location: Location): ByteWriter {
  const { latitude = 0, longitude = 0, altitudeM = 0, courseDeg = 0, speedKmh = 0 } = location
  const course = Math.round(courseDeg) % 360
  const flags =
    Number(location.valid) |
    (location.moving ? 0x10 : 0) |
    (latitude < 0 ? 0x20 : 0) |
    (longitude < 0 ? 0x40 : 0) |
    0x80
  return new ByteWriter()
    .uint32LE(((location.fixedAt?.getTime() ?? EPOCH_MS) - EPOCH_MS) / 1000)
    .uint32LE(Math.round((Math.abs(latitude) / 90) * 0xffff_ffff))
    .uint32LE(Math.round((Math.abs(longitude) / 180) * 0xffff_ffff))
    .uint8(flags)
    .uint16LE(Math.round(speedKmh * 10) | (altitudeM < 0 ? 0x4000 : 0) | (course > 255 ? 0x8000 : 0))
    .uint8(course)
    .uint24LE(Math.round((location.mileageKm ?? 0) * 10))
    .uint8(0)
    .uint8(location.alarms.includes('sos') ? EMERGENCY_BUTTON : 0)
    .uint24LE(Math.round(Math.abs(altitudeM)))
}
