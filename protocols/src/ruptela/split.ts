// Finds the end of a Ruptela frame by its length. The stream has no mark to resynchronise by, so lost framing is fatal.
import type { Detection, Split } from '../protocol.types.ts'

export const MAX_FRAME_BYTES = 4096

/** Length and checksum. */
export const ENVELOPE_BYTES = 4
const COMMAND_AT = 10
/** IMEI and command. */
const LEAST_LENGTH = 9
/** An IMEI has fifteen digits, some of which may be zeros in front. */
const LEAST_IMEI = 1e11

/** Of records: behind the number of those left in the tracker. */
const COUNT_AT = 12
const LENGTH_BYTES = 2

/** What a tracker sends. */
export const commands = {
  records: 1,
  answer: 7,
  troubleCodes: 9,
  identification: 15,
  heartbeat: 16,
  extendedRecords: 68,
}
/** Records without elements. Packets of AutoFon and WLI look alike, but so many records would not fit in them. */
const leastRecordBytes: Readonly<Record<number, number>> = {
  [commands.records]: 27,
  [commands.extendedRecords]: 29,
}
const known: ReadonlySet<number> = new Set([...Object.values(commands), 2, 3, 4, 17, 37])

/** Teltonika's login has a length too, but digits after it; here the number of the IMEI begins with a zero byte. */
export function detect(bytes: Buffer): Detection {
  if (bytes[0]! > MAX_FRAME_BYTES >> 8) return 'no'
  if (bytes.length > 1 && !isLength(bytes.readUInt16BE(0))) return 'no'
  if (bytes.length > 2 && bytes[2] !== 0) return 'no'
  if (bytes.length > 3 && bytes[3]! > 3) return 'no'
  if (bytes.length <= COMMAND_AT) return 'more'
  const command = bytes[COMMAND_AT]!
  if (Number(bytes.readBigUInt64BE(2)) < LEAST_IMEI || !known.has(command)) return 'no'
  const leastBytes = leastRecordBytes[command]
  if (leastBytes === undefined) return 'yes'
  if (bytes.length <= COUNT_AT) return 'more'
  const size = COUNT_AT + 1 + bytes[COUNT_AT]! * leastBytes
  return size <= bytes.readUInt16BE(0) + LENGTH_BYTES ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  if (bytes.length < 2) return { kind: 'more', needBytes: 2 }
  const length = bytes.readUInt16BE(0)
  const size = length + ENVELOPE_BYTES
  if (length === 0 || size > MAX_FRAME_BYTES) return { kind: 'bad', why: `packet of length ${length}` }
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

function isLength(length: number): boolean {
  return length >= LEAST_LENGTH && length + ENVELOPE_BYTES <= MAX_FRAME_BYTES
}
