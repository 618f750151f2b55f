// Texts in both directions: codec 12 and 14 carry commands and answers, codec 13 data of a serial port.
import type { ByteReader } from '../byte-reader.ts'
import { instantOf } from '../measures.ts'
import type { Answer, Bad, Command, Ignored, Text } from '../protocol.types.ts'

export const TEXT_CODECS: ReadonlySet<number> = new Set([12, 13, 14])

const COMMAND = 5
const ANSWER = 6
const REFUSAL = 0x11
const CAMERA = 0x0d
const TIME_BYTES = 4

export function readText(codec: number, bytes: ByteReader): Answer | Text | Command | Ignored | Bad {
  const quantity = bytes.uint8()
  const type = bytes.uint8()
  const size = bytes.uint32()
  // The quantity is repeated after the text. No tracker was seen to send more than one text per packet.
  if (quantity !== 1) return unreadable
  // Some firmware does not count the time before the text.
  if (codec === 13 && size + TIME_BYTES + 1 === bytes.remaining)
    return readSerialText(bytes, size + TIME_BYTES)
  if (size + 1 !== bytes.remaining) return unreadable
  if (codec === 13) return readSerialText(bytes, size)
  if (type === CAMERA) return { kind: 'ignored', why: 'a piece of a photograph' }
  const identifier = codec === 14 ? bytes.hex(8).slice(1) : undefined
  const text = bytes.bytes(size - (identifier ? 8 : 0)).toString('latin1')
  if (bytes.uint8() !== quantity || bytes.overrun) return unreadable
  const named = identifier ? { identifier } : {}
  if (type === COMMAND) return { kind: 'command', text, ...named }
  if (type === ANSWER) return { kind: 'answer', text, ...named }
  return type === REFUSAL ? { kind: 'answer', text, refused: true, ...named } : unreadable
}

function readSerialText(bytes: ByteReader, size: number): Text | Bad {
  const sentAt = instantOf(bytes.uint32() * 1000)
  const text = bytes.bytes(size - TIME_BYTES).toString('latin1')
  return bytes.overrun || !sentAt ? unreadable : { kind: 'text', text, sentAt }
}

const unreadable: Bad = { kind: 'bad', why: 'text packet that cannot be read', close: true }
