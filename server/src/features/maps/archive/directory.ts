// Directories of a PMTiles archive: columns of variable-length numbers.

import { gzipSync } from 'node:zlib'
import { damaged } from './damaged.ts'
import type { EntryList } from './entry-list.ts'
import { createEntryList } from './entry-list.ts'

export interface Entry {
  id: number
  offset: number
  bytes: number
  /** How many tiles from `id` on have this content; 0 for a leaf directory. */
  run: number
}

/** Each of its four columns takes at least one byte. */
const minBytesOfEntry = 4
const maxRun = 2 ** 32

export function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0
  const next = (): number => {
    let value = 0
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = bytes[at]
      if (byte === undefined) throw damaged('a directory ends too early')
      at += 1
      value += (byte & 0x7f) * scale
      if (byte < 0x80) {
        if (Number.isSafeInteger(value)) return value
        break
      }
    }
    throw damaged('a directory has a number that is too large')
  }
  const count = next()
  if (count === 0 || count > bytes.length / minBytesOfEntry) throw damaged(`a directory has ${count} entries`)
  const entries: Entry[] = []
  let id = 0
  for (let index = 0; index < count; index += 1) {
    const step = next()
    if (index > 0 && step === 0) throw damaged('a directory has a tile twice')
    id += step
    entries.push({ id, offset: 0, bytes: 0, run: 0 })
  }
  for (const entry of entries) {
    entry.run = next()
    if (entry.run >= maxRun) throw damaged('a directory has a run that is too long')
  }
  for (const entry of entries) entry.bytes = next()
  let end = 0
  for (const [index, entry] of entries.entries()) {
    const value = next()
    if (value === 0 && index === 0) throw damaged('the first entry of a directory has no offset')
    entry.offset = value === 0 ? end : value - 1
    end = entry.offset + entry.bytes
  }
  if (at !== bytes.length) throw damaged('a directory is longer than its entries')
  return entries
}

/** The entries from `from` to before `to`, compressed. */
function writeDirectory({ ids, offsets, bytes, runs }: EntryList, from: number, to: number): Buffer {
  // A number takes at most 8 bytes, as all are below 2^53.
  const written = Buffer.allocUnsafe(8 * (4 * (to - from) + 1))
  let at = 0
  const put = (value: number) => {
    let rest = value
    while (rest >= 0x80) {
      written[at] = (rest % 0x80) | 0x80
      at += 1
      rest = Math.floor(rest / 0x80)
    }
    written[at] = rest
    at += 1
  }
  put(to - from)
  for (let index = from; index < to; index += 1) put(ids[index]! - (index > from ? ids[index - 1]! : 0))
  for (let index = from; index < to; index += 1) put(runs[index]!)
  for (let index = from; index < to; index += 1) put(bytes[index]!)
  for (let index = from; index < to; index += 1) {
    const follows = index > from && offsets[index - 1]! + bytes[index - 1]! === offsets[index]
    put(follows ? 0 : offsets[index]! + 1)
  }
  return gzipSync(written.subarray(0, at))
}

const firstLeafEntries = 4_096

/** A root directory of at most `maxRootBytes`, and leaf directories if they are needed. */
export function writeDirectories(entries: EntryList, maxRootBytes: number): { root: Buffer; leaves: Buffer } {
  if (entries.length <= firstLeafEntries) {
    const root = writeDirectory(entries, 0, entries.length)
    if (root.length <= maxRootBytes) return { root, leaves: Buffer.alloc(0) }
  }
  for (let size = firstLeafEntries; ; size *= 2) {
    const leaves: Buffer[] = []
    const rootEntries = createEntryList()
    let offset = 0
    for (let from = 0; from < entries.length; from += size) {
      const leaf = writeDirectory(entries, from, Math.min(entries.length, from + size))
      rootEntries.add(entries.ids[from]!, offset, leaf.length, 0)
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = writeDirectory(rootEntries, 0, rootEntries.length)
    if (root.length <= maxRootBytes) return { root, leaves: Buffer.concat(leaves) }
  }
}
