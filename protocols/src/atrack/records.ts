// Records in bytes. The wire format gives neither their number, nor the length of the fields that a unit adds to each.
import type { ByteReader } from '../byte-reader.ts'
import { instantOf, instantOfParts } from '../measures.ts'
import type { Location } from '../protocol.types.ts'
import { fieldOf, namesOf } from './form.ts'
import { locationOf } from './location.ts'

const FORM_START = 0x25
const MAX_TEXT_LENGTH = 300
const MAX_KEPT_BYTES = 200
const FIRST_YEAR = 2000
const LAST_YEAR = 2100
const DAY_MS = 86_400_000
const OLDEST_FIX_MS = 3_650 * DAY_MS

export function readRecords(bytes: ByteReader): Location[] | undefined {
  const locations: Location[] = []
  do {
    const { location, sentAt } = readRecord(bytes)
    if (bytes.overrun) return undefined
    locations.push(location)
    if (bytes.peek(0) === FORM_START) readForm(bytes, location)
    if (bytes.remaining > 0 && !isRecordNext(bytes, sentAt, DAY_MS)) {
      // Without the form of the unit the rest of the record cannot be read.
      const rest = skipToRecord(bytes, sentAt)
      location.attributes.custom = rest.toString('hex', 0, MAX_KEPT_BYTES)
    }
  } while (bytes.remaining > 0)
  return locations
}

function readRecord(bytes: ByteReader): { location: Location; sentAt: Date | undefined } {
  const fixedAt = readTime(bytes)
  const clockAt = readTime(bytes)
  const sentAt = readTime(bytes)
  const location = locationOf({
    fixedAt,
    clockAt,
    longitude: bytes.int32(),
    latitude: bytes.int32(),
    course: bytes.uint16(),
    report: bytes.uint8(),
    mileage: bytes.uint32(),
    hdop: bytes.uint16(),
    inputs: bytes.uint8(),
    speedKmh: bytes.uint16(),
    outputs: bytes.uint8(),
    analogMv: bytes.uint16(),
    driver: readText(bytes),
    temperature: bytes.int16(),
    temperature2: bytes.int16(),
    text: readText(bytes),
  })
  return { location, sentAt }
}

/** Seconds, or a date of seven bytes: as seconds such a year would be in 1974. */
function readTime(bytes: ByteReader): Date | undefined {
  const year = (bytes.peek(0) << 8) | bytes.peek(1)
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    const seconds = bytes.uint32()
    return seconds > 0 ? instantOf(seconds * 1000) : undefined
  }
  bytes.skip(2)
  const [month, day, hour] = [bytes.uint8(), bytes.uint8(), bytes.uint8()]
  return instantOfParts(year - FIRST_YEAR, month, day, hour, bytes.uint8(), bytes.uint8())
}

/** Up to a zero. */
function readText(bytes: ByteReader): string {
  let text = ''
  for (let code = bytes.uint8(); code !== 0; code = bytes.uint8())
    if (text.length < MAX_TEXT_LENGTH && code < 0x7f && code >= 0x20) text += String.fromCharCode(code)
  return text
}

function readForm(bytes: ByteReader, location: Location): void {
  for (const name of namesOf(readText(bytes))) {
    const field = fieldOf(name)
    if (!field) return
    const { bytes: size } = field
    const value =
      size === undefined
        ? readText(bytes)
        : size === 1
          ? bytes.uint8()
          : size === 2
            ? bytes.uint16()
            : bytes.uint32()
    if (bytes.overrun) return
    field.keep(location, value)
  }
}

/** Up to bytes that repeat the time at which the message was sent. */
function skipToRecord(bytes: ByteReader, sentAt: Date | undefined): Buffer {
  const ahead = bytes.copy()
  while (ahead.remaining > 0 && !isRecordNext(ahead, sentAt, 0)) ahead.skip(1)
  return bytes.bytes(bytes.remaining - ahead.remaining)
}

/** Records of one message are sent at about the same time. */
function isRecordNext(bytes: ByteReader, sentAt: Date | undefined, toleranceMs: number): boolean {
  const ahead = bytes.copy()
  const [fixedAt, , at] = [readTime(ahead), readTime(ahead), readTime(ahead)]
  if (ahead.overrun || !fixedAt || !at || !sentAt) return false
  // Four added bytes before a record would otherwise be taken for its first time.
  if (Math.abs(fixedAt.getTime() - sentAt.getTime()) > OLDEST_FIX_MS) return false
  return Math.abs(at.getTime() - sentAt.getTime()) <= toleranceMs
}
