// A package is a mark | type | length | serial | content. A datagram has several behind a header with the IMEI.
import { ByteWriter } from '../byte-writer.ts'

export const PACKAGE_MARK = 0x6767
/** `EL`. */
export const DATAGRAM_MARK = 0x454c
export const PACKAGE_HEADER_BYTES = 7
/** The length counts from the serial on. */
const COUNTED_FROM = 5
/** Mark, length, checksum and IMEI. */
export const DATAGRAM_HEADER_BYTES = 14

export const types = {
  login: 0x01,
  oldLocation: 0x02,
  heartbeat: 0x03,
  oldWarning: 0x04,
  oldState: 0x05,
  oldMessage: 0x06,
  vehicle: 0x07,
  location: 0x12,
  warning: 0x14,
  report: 0x15,
  message: 0x16,
  vehicleData: 0x17,
  vehicleBody: 0x18,
  vehicleCode: 0x19,
  cameraInfo: 0x1e,
  cameraData: 0x1f,
  command: 0x80,
  data: 0x81,
} as const

/** The bytes of the package at this place, or `more` if it is not known yet, or undefined if there is none. */
export function packageSizeAt(bytes: Buffer, at: number): number | 'more' | undefined {
  if (bytes.length > at && bytes[at] !== PACKAGE_MARK >> 8) return undefined
  if (bytes.length > at + 1 && bytes[at + 1] !== (PACKAGE_MARK & 0xff)) return undefined
  if (bytes.length < at + COUNTED_FROM) return 'more'
  return COUNTED_FROM + bytes.readUInt16BE(at + 3)
}

/** The sum of a datagram, which is rotated before each byte. */
export function datagramSum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = ((((sum << 1) | (sum >>> 15)) & 0xffff) + byte) & 0xffff
  return sum
}

export function sealPackage(type: number, serial: number, content: Uint8Array = new Uint8Array()): Buffer {
  const sealed = new ByteWriter().uint16(PACKAGE_MARK).uint8(type)
  return sealed
    .uint16(2 + content.length)
    .uint16(serial)
    .bytes(content)
    .toBuffer()
}

export function sealDatagram(imei: string, packages: Uint8Array): Buffer {
  const summed = new ByteWriter().hex(imei.padStart(16, '0')).bytes(packages).toBuffer()
  const sealed = new ByteWriter().uint16(DATAGRAM_MARK).uint16(2 + summed.length)
  return sealed.uint16(datagramSum(summed)).bytes(summed).toBuffer()
}
