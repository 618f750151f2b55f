// [maker*identifier*length*content], in some makes with a running number before the length. The length is that of the
// content, in four hexadecimal digits.
import { hexadecimalDigit, isDigit, isLetter } from '../text-values.ts'

const OPENING = 0x5b
const STAR = 0x2a
const IDENTIFIER_AT = 4
const MAX_IDENTIFIER_CHARS = 20

/** Offsets, not texts: this is read for every byte that arrives. */
export interface Header {
  identifierEnd: number
  hasIndex: boolean
  length: number
  contentAt: number
}

/** To whom an answer goes; `index` is the running number, if there is one. */
export interface Sender {
  maker: string
  identifier: string
  index?: string
}

export function senderOf(bytes: Buffer, { identifierEnd, hasIndex }: Header): Sender {
  return {
    maker: bytes.toString('latin1', 1, 3),
    identifier: bytes.toString('latin1', IDENTIFIER_AT, identifierEnd),
    ...(hasIndex && { index: bytes.toString('latin1', identifierEnd + 1, identifierEnd + 5) }),
  }
}

/** `more` if the bytes could still become a header, `no` if they cannot. */
export function headerAt(bytes: Buffer, at: number): Header | 'more' | 'no' {
  for (let index = 0; index < IDENTIFIER_AT; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    if (!isOfOpening(byte, index)) return 'no'
  }
  let end = at + IDENTIFIER_AT
  while (isDigit(bytes[end])) end++
  const digits = end - at - IDENTIFIER_AT
  if (digits > MAX_IDENTIFIER_CHARS) return 'no'
  if (end === bytes.length) return 'more'
  if (digits === 0 || bytes[end] !== STAR) return 'no'
  const first = numberAt(bytes, end + 1)
  if (typeof first === 'string') return first
  const second = numberAt(bytes, end + 6)
  // Until it is complete, a running number would be taken for the length. A content that is shorter ends with a bracket.
  if (second === 'more') return 'more'
  const hasIndex = typeof second === 'number'
  return {
    identifierEnd: end,
    hasIndex,
    length: hasIndex ? second : first,
    contentAt: end + (hasIndex ? 11 : 6),
  }
}

function isOfOpening(byte: number, index: number): boolean {
  if (index === 0) return byte === OPENING
  return index === 3 ? byte === STAR : isDigit(byte) || isLetter(byte)
}

/** Four hexadecimal digits and a star. */
function numberAt(bytes: Buffer, at: number): number | 'more' | 'no' {
  let value = 0
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    const digit = hexadecimalDigit(byte)
    if (digit < 0) return 'no'
    value = value * 16 + digit
  }
  const star = bytes[at + 4]
  if (star === undefined) return 'more'
  return star === STAR ? value : 'no'
}
