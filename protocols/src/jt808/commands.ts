// Commands of JT/T 808. Binary messages are written as their number and body in hexadecimal (`8105 04`); everything else
// is text for the terminal (0x8300). There is no standard for the fuel cut.
import { ByteWriter } from '../byte-writer.ts'
import type { Command, Ignored, TypedCommand } from '../protocol.types.ts'
import type { Message } from './frame.ts'

const TEXT = 0x8300
const URGENT = 1
const NOTICE = 1
const INTERVAL_PARAMETER = '00000029'
const BINARY = /^(8[\da-f]{3})(?: ((?:[\da-f]{2})*))?$/i

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return '8201'
    case 'interval':
      // One parameter, of four bytes: seconds between reports.
      return `8103 01${INTERVAL_PARAMETER}04${command.seconds.toString(16).padStart(8, '0')}`
    case 'output':
      return undefined
    case 'reboot':
      return '8105 04'
  }
}

export function messageOf(text: string, is2019: boolean): { id: number; body: Buffer } {
  const [, id, body = ''] = BINARY.exec(text) ?? []
  if (id) return { id: Number.parseInt(id, 16), body: Buffer.from(body, 'hex') }
  const content = new ByteWriter().uint8(URGENT)
  // The edition of 2019 has a type as well.
  if (is2019) content.uint8(NOTICE)
  return { id: TEXT, body: content.ascii(text).toBuffer() }
}

/** As a simulated tracker receives it. */
export function commandOf({ id, serial, body, is2019 }: Message, identifier: string): Command | Ignored {
  if (id === 0x8001 || id === 0x8100) return { kind: 'ignored', identifier, why: 'acknowledged' }
  if (id === TEXT)
    return { kind: 'command', identifier, requestId: serial, text: body.toString('latin1', is2019 ? 2 : 1) }
  const hex = body.toString('hex')
  return { kind: 'command', identifier, requestId: serial, text: id.toString(16) + (hex && ` ${hex}`) }
}
