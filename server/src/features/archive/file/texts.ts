// Texts as the bytes of a column, and back. They stay bytes between PostgreSQL and the files: a string for every text would
// take longer than all the rest.

import type { ByteWriter } from 'hyparquet-writer'
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js'
import type { Texts } from './archived-rows.types.ts'
import { unpackInts } from './delta.ts'

/** Writes the texts that are not null in the encoding DELTA_BYTE_ARRAY: each begins with a prefix of the one before it. */
export function encodeTexts(page: ByteWriter, texts: Texts): void {
  const { bytes, starts, lengths } = texts
  const prefixes = new Int32Array(starts.length)
  const suffixes = new Int32Array(starts.length)
  const endings = Buffer.allocUnsafe(totalLength(lengths))
  let count = 0
  let end = 0
  let lastStart = 0
  let lastLength = 0
  for (let row = 0; row < starts.length; row += 1) {
    const length = lengths[row]!
    if (length < 0) continue
    const start = starts[row]!
    const most = Math.min(length, lastLength)
    let prefix = 0
    if (start === lastStart) prefix = most
    else while (prefix < most && bytes[start + prefix] === bytes[lastStart + prefix]) prefix += 1
    prefixes[count] = prefix
    suffixes[count] = length - prefix
    count += 1
    for (let at = start + prefix; at < start + length; at += 1) endings[end++] = bytes[at]!
    lastStart = start
    lastLength = length
  }
  deltaBinaryPack(page, prefixes.subarray(0, count), 'INT32')
  deltaBinaryPack(page, suffixes.subarray(0, count), 'INT32')
  page.appendBytes(endings.subarray(0, end))
}

function totalLength(lengths: Int32Array): number {
  let total = 0
  for (const length of lengths) if (length > 0) total += length
  return total
}

/** Reads `count` texts that `encodeTexts` wrote. None of them is null. */
export function decodeTexts(page: Uint8Array, count: number): Texts {
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 }
  const prefixes = new Int32Array(count)
  unpackInts(reader, prefixes)
  const suffixes = new Int32Array(count)
  unpackInts(reader, suffixes)
  const starts = new Int32Array(count)
  const lengths = new Int32Array(count)
  let total = 0
  for (let index = 0; index < count; index += 1) {
    lengths[index] = prefixes[index]! + suffixes[index]!
    const isRepeated = index > 0 && suffixes[index] === 0 && prefixes[index] === lengths[index - 1]
    starts[index] = isRepeated ? starts[index - 1]! : total
    if (!isRepeated) total += lengths[index]!
  }
  const bytes = new Uint8Array(total)
  let at = reader.offset
  for (let index = 0; index < count; index += 1) {
    const start = starts[index]!
    const isRepeated = index > 0 && start === starts[index - 1] && lengths[index] === lengths[index - 1]
    if (isRepeated) continue
    const prefix = prefixes[index]!
    if (prefix > 0) bytes.copyWithin(start, starts[index - 1]!, starts[index - 1]! + prefix)
    const end = start + lengths[index]!
    for (let to = start + prefix; to < end; to += 1) bytes[to] = page[at++]!
  }
  return { bytes, starts, lengths }
}

export function joinTexts(parts: Texts[], count: number): Texts {
  const ranges = parts.map(usedRange)
  const bytes = new Uint8Array(ranges.reduce((sum, { from, to }) => sum + to - from, 0))
  const starts = new Int32Array(count)
  const lengths = new Int32Array(count)
  let row = 0
  let offset = 0
  for (const [index, part] of parts.entries()) {
    const { from, to } = ranges[index]!
    bytes.set(part.bytes.subarray(from, to), offset)
    lengths.set(part.lengths, row)
    for (const start of part.starts) starts[row++] = start - from + offset
    offset += to - from
  }
  return { bytes, starts, lengths }
}

/** Parts of rows share their bytes with all the others. */
function usedRange({ starts, lengths }: Texts): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY
  let to = 0
  for (let row = 0; row < starts.length; row += 1) {
    const length = lengths[row]!
    if (length <= 0) continue
    const start = starts[row]!
    if (start < from) from = start
    if (start + length > to) to = start + length
  }
  return to === 0 ? { from: 0, to: 0 } : { from, to }
}
