// Builds packets: the header with its checksum, and the body with another.
import { ByteWriter } from '../byte-writer.ts'
import { crc8Nrsc, crc16CcittFalse } from '../checksums.ts'
import type { EgtsRecord } from './records.ts'
import { services } from './records.ts'
import { HEADER_BYTES, VERSION } from './split.ts'

export const packetTypes = { response: 0, data: 1 }
const RECORD_RESPONSE = 0
/** The number of the record and its status. */
const RESPONSE_BYTES = 3
const RESULT_CODE = 9
/** The record is of the platform, and of medium priority. */
const ANSWER_FLAGS = 0x20

export function sealPacket(id: number, type: number, body: Uint8Array): Buffer {
  const header = new ByteWriter().uint8(VERSION).uint8(0).uint8(0).uint8(HEADER_BYTES).uint8(0)
  header.uint16LE(body.length).uint16LE(id).uint8(type)
  header.uint8(crc8Nrsc(header.toBuffer())).bytes(body)
  return header.uint16LE(crc16CcittFalse(body)).toBuffer()
}

/** `content` is one or more subrecords. */
export function writeRecord(
  body: ByteWriter,
  { number, service, flags = 0 }: { number: number; service: number; flags?: number },
  content: ByteWriter,
): void {
  body.uint16LE(content.length).uint16LE(number).uint8(flags).uint8(service).uint8(service)
  body.bytes(content.toBuffer())
}

export function writeSubrecord(content: ByteWriter, type: number, value: ByteWriter): void {
  content.uint8(type).uint16LE(value.length).bytes(value.toBuffer())
}

/** Confirms every record, those of a service together. */
export function responseTo(packetId: number, records: readonly EgtsRecord[]): Buffer {
  const body = new ByteWriter().uint16LE(packetId).uint8(0)
  const used = [...new Set(records.map(({ service }) => service))]
  for (const [index, service] of used.entries()) {
    const content = new ByteWriter()
    for (const record of records)
      if (record.service === service)
        content.uint8(RECORD_RESPONSE).uint16LE(RESPONSE_BYTES).uint16LE(record.number).uint8(0)
    writeRecord(body, { number: index, service, flags: ANSWER_FLAGS }, content)
  }
  return sealPacket(0, packetTypes.response, body.toBuffer())
}

/** The packet that accepts an authorisation. */
export function accepted(): Buffer {
  const content = new ByteWriter()
  writeSubrecord(content, RESULT_CODE, new ByteWriter().uint8(0))
  const body = new ByteWriter()
  writeRecord(body, { number: 1, service: services.authorisation }, content)
  return sealPacket(1, packetTypes.data, body.toBuffer())
}
