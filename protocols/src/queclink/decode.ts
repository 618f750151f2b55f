// Decodes a Queclink frame: text, HEX or Protocol Pro.
import type { Decoded, Session } from '../protocol.types.ts'
import { headerAt } from './headers.ts'
import { decodeHex } from './hex.ts'
import { decodePro } from './pro.ts'
import { decodeSentence } from './sentence.ts'

export function decode(frame: Buffer, session: Session): Decoded {
  const header = headerAt(frame, 0)
  if (header === 'hex') return decodeHex(frame, session)
  if (header === 'pro') return decodePro(frame, session)
  if (header !== 'text') return { kind: 'bad', why: 'not a whole frame' }
  const last = frame[frame.length - 1]
  const end = last === 0x24 || last === 0 ? frame.length - 1 : frame.length
  return decodeSentence(frame.toString('latin1', 0, end), session)
}
