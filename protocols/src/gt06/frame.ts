// The envelope: header | length | number | content | serial | checksum | 0D 0A. Source: Concox GT06 document.
import { ByteReader } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'
import { crc16X25 } from '../checksums.ts'

/** 7878 has a length of one byte, 7979 of two. */
export const SHORT_HEADER = 0x7878
export const LONG_HEADER = 0x7979

/** Number, serial and checksum: counted by the length in addition to the content. */
export const LENGTH_OF_EMPTY = 5

/** A heartbeat of old firmware counts two bytes too few. */
export const SHORT_HEARTBEAT = { number: 0x13, length: 8, missingBytes: 2 }

export interface Packet {
  number: number
  /** The header is 7979. */
  long: boolean
  /** As written in the frame; dialects differ in it alone. */
  length: number
  serial: number
  content: ByteReader
  checksumIsRight: boolean
}

/** Undefined if the bytes are not one complete frame. */
export function openFrame(frame: Buffer): Packet | undefined {
  if (frame.length < 10) return undefined
  const header = frame.readUInt16BE(0)
  if (header !== SHORT_HEADER && header !== LONG_HEADER) return undefined
  const lengthBytes = header === LONG_HEADER ? 2 : 1
  const numberAt = 2 + lengthBytes
  const serialAt = frame.length - 6
  if (serialAt <= numberAt) return undefined
  const number = frame[numberAt]!
  const length = frame.readUIntBE(2, lengthBytes)
  const missingBytes = frame.length - numberAt - 2 - length
  if (missingBytes !== 0 && !isShortHeartbeat(number, length, missingBytes)) return undefined
  if (frame.readUInt16BE(frame.length - 2) !== 0x0d0a) return undefined
  return {
    number,
    long: header === LONG_HEADER,
    length,
    serial: frame.readUInt16BE(serialAt),
    content: new ByteReader(frame, numberAt + 1, serialAt),
    checksumIsRight: frame.readUInt16BE(serialAt + 2) === crc16X25(frame, 2, serialAt + 2),
  }
}

function isShortHeartbeat(number: number, length: number, missingBytes: number): boolean {
  return (
    number === SHORT_HEARTBEAT.number &&
    length === SHORT_HEARTBEAT.length &&
    missingBytes === SHORT_HEARTBEAT.missingBytes
  )
}

export function sealFrame(number: number, content: Uint8Array, serial: number): Buffer {
  const length = content.length + LENGTH_OF_EMPTY
  const frame = new ByteWriter()
  if (length > 0xff) frame.uint16(LONG_HEADER).uint16(length)
  else frame.uint16(SHORT_HEADER).uint8(length)
  frame.uint8(number).bytes(content).uint16(serial)
  return frame.uint16(crc16X25(frame.toBuffer(), 2)).uint16(0x0d0a).toBuffer()
}

/** The answer to AZ735, which has the long header. */
export function longReplyTo({ number, serial }: Packet): Buffer {
  const reply = new ByteWriter().uint16(LONG_HEADER).uint16(LENGTH_OF_EMPTY).uint8(number).uint16(serial)
  return reply.uint16(crc16X25(reply.toBuffer(), 2)).uint16(0x0d0a).toBuffer()
}

/** The short answer: only the number and serial of the packet. */
export function replyTo(packet: Packet): Buffer {
  const reply = Buffer.from([
    0x78,
    0x78,
    5,
    packet.number,
    packet.serial >> 8,
    packet.serial & 0xff,
    0,
    0,
    13,
    10,
  ])
  reply.writeUInt16BE(crc16X25(reply, 2, 6), 6)
  return reply
}
