// A message is a header that names the family | type | length of all | serial | IMEI | content. It has no checksum.
import { ByteWriter } from '../byte-writer.ts'

export const HEADER_BYTES = 15
const IMEI_AT = 7

export const headers = { oldVehicle: 0x2323, vehicle: 0x2525, diagnostics: 0x2626, personal: 0x2727 } as const
export const isHeader = (header: number) => Object.values<number>(headers).includes(header)

export const types = {
  login: 0x01,
  location: 0x02,
  heartbeat: 0x03,
  alarm: 0x04,
  network: 0x05,
  behaviour: 0x06,
  beacons: 0x10,
  newNetwork: 0x11,
  newLocation: 0x13,
  newAlarm: 0x14,
  command: 0x81,
} as const

export interface Message {
  header: number
  type: number
  serial: number
  identifier: string
  content: Buffer
}

/** Undefined unless header and length fit. */
export function openMessage(frame: Buffer): Message | undefined {
  if (frame.length < HEADER_BYTES || !isHeader(frame.readUInt16BE(0))) return undefined
  if (frame.readUInt16BE(3) !== frame.length) return undefined
  return {
    header: frame.readUInt16BE(0),
    type: frame[2]!,
    serial: frame.readUInt16BE(5),
    identifier: frame.toString('hex', IMEI_AT, HEADER_BYTES).slice(1),
    content: frame.subarray(HEADER_BYTES),
  }
}

export function sealMessage({ header, type, serial, identifier, content }: Message): Buffer {
  return new ByteWriter()
    .uint16(header)
    .uint8(type)
    .uint16(HEADER_BYTES + content.length)
    .uint16(serial)
    .hex(identifier.padStart(16, '0'))
    .bytes(content)
    .toBuffer()
}
