// Texts as the bytes of a column, and back. Texts that follow each other are mostly alike, so both sides work in one
// buffer: an array of bytes for every text would take longer than all the rest.

import type { DataReader } from 'hyparquet'
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js'

const encoder = new TextEncoder()
/** Equal texts in a row are one array: the encoding compares them by identity. */
export function encodeTexts(texts: (string | null)[]): (Uint8Array | null)[] {
  let bytes = 0
  for (const text of texts) bytes += text === null ? 0 : Buffer.byteLength(text)
  const buffer = new Uint8Array(bytes)
  let end = 0
  let lastText: string | undefined
  let lastBytes: Uint8Array | undefined
  return texts.map((text) => {
    if (text === null) return null
    if (text === lastText) return lastBytes!
    const { written } = encoder.encodeInto(text, buffer.subarray(end))
    lastText = text
    lastBytes = buffer.subarray(end, end + written)
    end += written
    return lastBytes
  })
}

/** Reads what the encoding DELTA_BYTE_ARRAY makes: each text begins with a prefix of the one before it. */
export function decodeTexts(page: Uint8Array, count: number): string[] {
  const reader: DataReader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 }
  const prefixes = new Int32Array(count)
  deltaBinaryUnpack(reader, count, prefixes)
  const suffixes = new Int32Array(count)
  deltaBinaryUnpack(reader, count, suffixes)
  let longest = 0
  for (let index = 0; index < count; index += 1)
    longest = Math.max(longest, prefixes[index]! + suffixes[index]!)
  const current = Buffer.alloc(longest)
  const texts = new Array<string>(count)
  let start = reader.offset
  let length = 0
  for (let index = 0; index < count; index += 1) {
    const prefix = prefixes[index]!
    const suffix = suffixes[index]!
    if (index > 0 && suffix === 0 && prefix === length) {
      texts[index] = texts[index - 1]!
      continue
    }
    current.set(page.subarray(start, start + suffix), prefix)
    start += suffix
    length = prefix + suffix
    texts[index] = current.toString('utf8', 0, length)
  }
  return texts
}
