// Commands and their answers, and data of a device on the serial port.
import type { ByteReader } from '../byte-reader.ts'
import type { Decoded } from '../protocol.types.ts'

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
  return { kind: 'answer', requestId, text: encoding === UTF_16 ? utf16Of(bytes) : bytes.toString('latin1') }
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
