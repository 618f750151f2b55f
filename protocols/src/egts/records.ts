// Records of a packet: of which object, for which service, and their subrecords. Little endian.
import { ByteReader } from '../byte-reader.ts'

export interface Subrecord {
  type: number
  content: Buffer
}

export interface EgtsRecord {
  number: number
  /** Of the vehicle, or of the terminal. */
  objectId?: number
  recordedAt?: Date
  service: number
  subrecords: Subrecord[]
}

/** All times count from 2010. */
export const EPOCH_MS = Date.UTC(2010, 0, 1)
export const services = { authorisation: 1, telemetry: 2 }

/** All or none: a packet that is accepted in part would not be sent again. */
export function readRecords(body: Buffer): EgtsRecord[] | undefined {
  const bytes = new ByteReader(body)
  const records: EgtsRecord[] = []
  while (bytes.remaining > 0 && !bytes.overrun) {
    const length = bytes.uint16LE()
    const number = bytes.uint16LE()
    const flags = bytes.uint8()
    const objectId = flags & 1 ? bytes.uint32LE() : undefined
    if (flags & 2) bytes.skip(4) // the event
    const recordedAt = flags & 4 ? momentOf(bytes.uint32LE()) : undefined
    const service = bytes.uint8()
    bytes.skip(1) // the service of the recipient
    const subrecords = readSubrecords(bytes.bytes(length))
    if (!subrecords) return undefined
    records.push({
      number,
      service,
      subrecords,
      ...(objectId !== undefined && { objectId }),
      ...(recordedAt && { recordedAt }),
    })
  }
  return bytes.overrun ? undefined : records
}

function readSubrecords(content: Buffer): Subrecord[] | undefined {
  const bytes = new ByteReader(content)
  const subrecords: Subrecord[] = []
  while (bytes.remaining > 0 && !bytes.overrun) {
    const type = bytes.uint8()
    subrecords.push({ type, content: bytes.bytes(bytes.uint16LE()) })
  }
  return bytes.overrun ? undefined : subrecords
}

export function momentOf(seconds: number): Date {
  return new Date(EPOCH_MS + seconds * 1000)
}
