// Commands and their answers, and data of a device on the serial port.
import type { ByteReader } from '../byte-reader.ts'
import { courseOf, instantOf, isPosition } from '../measures.ts'
import type { Decoded, Location } from '../protocol.types.ts'

const UTF_16 = 2

/** Answer 0x15: a count, the flag of the command, text, and optionally the language. */
export function readAnswer(content: ByteReader): Decoded {
  const read = readCounted(content)
  return read ? { kind: 'answer', ...read } : unreadable
}

/** The same layout in the other direction, 0x80. */
export function readCommand(content: ByteReader): Decoded {
  const read = readCounted(content)
  return read ? { kind: 'command', ...read } : unreadable
}

/** Answer 0x21, in long frames, without a count. */
export function readLongAnswer(content: ByteReader): Decoded {
  const requestId = content.uint32()
  const encoding = content.uint8()
  const bytes = content.bytes(content.remaining)
  if (content.overrun) return unreadable
  const text = encoding === UTF_16 ? utf16Of(bytes) : bytes.toString('latin1')
  const location = placeIn(text)
  if (location) return { kind: 'locations', locations: [location], answer: { text } }
  return { kind: 'answer', requestId, text }
}

const answeredPlace =
  /Lat:([NS])(\d{1,2}\.\d+),Lon:([EW])(\d{1,3}\.\d+),Course:(\d+\.\d+),Speed:(\d+\.\d+),DateTime:(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/

/** The answer to WHERE# is a sentence with the position. */
function placeIn(text: string): Location | undefined {
  const [, ns, latitudeText, ew, longitudeText, course, speed, date, time] = answeredPlace.exec(text) ?? []
  const latitude = Number(latitudeText) * (ns === 'S' ? -1 : 1)
  const longitude = Number(longitudeText) * (ew === 'W' ? -1 : 1)
  const fixedAt = instantOf(Date.parse(`${date}T${time}Z`))
  if (!fixedAt || !isPosition(latitude, longitude)) return undefined
  const location: Location = { fixedAt, latitude, longitude, valid: true, alarms: [], attributes: {} }
  location.speedKmh = Number(speed)
  const courseDeg = courseOf(Number(course))
  if (courseDeg !== undefined) location.courseDeg = courseDeg
  return location
}

export function readSerialData(content: ByteReader): Decoded {
  return { kind: 'text', text: content.bytes(content.remaining).toString('latin1') }
}

function readCounted(content: ByteReader): { requestId: number; text: string } | undefined {
  const count = content.uint8()
  const requestId = content.uint32()
  const text = content.bytes(Math.max(count - 4, 0)).toString('latin1')
  return content.overrun ? undefined : { requestId, text }
}

/** Big endian on the wire; an odd last byte is dropped. */
function utf16Of(bytes: Buffer): string {
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return whole.swap16().toString('utf16le')
}

const unreadable: Decoded = { kind: 'bad', why: 'text that cannot be read' }
