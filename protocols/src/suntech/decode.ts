// Decodes a Suntech frame: legacy text, universal text, or one of two binary forms.
import type { Decoded, Session } from '../protocol.types.ts'
import { decodeAsset } from './asset.ts'
import { decodeUniversalBinary, decodeZip } from './binary.ts'
import { headerAt } from './headers.ts'
import { decodeLegacy } from './legacy.ts'
import { decodePersonal } from './personal.ts'
import { decodeUniversal } from './universal.ts'
import { userDataOf } from './user-data.ts'

export function decode(frame: Buffer, session: Session): Decoded {
  const header = headerAt(frame, 0)
  if (header === 'zip') return decodeZip(frame)
  if (header === 'universal') return decodeUniversalBinary(frame)
  if (header !== 'text') return { kind: 'bad', why: 'not a whole frame' }
  const fields = fieldsOf(frame)
  const [type = ''] = fields
  if (type.length === 5) return decodePersonal(fields)
  if (/^ST4\d\dSTT$/.test(type)) return decodeAsset(fields)
  return type.length === 8 ? decodeLegacy(fields, fields.join(';'), session) : decodeUniversal(fields)
}

/** User data may contain the separator, so they are extracted by their length and inserted as one field. */
function fieldsOf(frame: Buffer): string[] {
  const end = frame.at(-1) === 0x0d ? frame.length - 1 : frame.length
  const data = userDataOf(frame)
  if (data?.kind !== 'end' || data.end > end) return split(frame.toString('latin1', 0, end))
  const before = split(frame.toString('latin1', 0, data.from))
  const after = split(frame.toString('latin1', data.end, end))
  return [...before.slice(0, -1), frame.toString('latin1', data.from, data.end), ...after.slice(1)]
}

function split(text: string): string[] {
  // Rare firmware puts a blank after the separator.
  return text.includes(' ') ? text.split(/; */) : text.split(';')
}
