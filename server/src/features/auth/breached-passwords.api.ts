// Breached passwords in a file, made from a download of SHA-1 hashes (Have I Been Pwned): searched on disk with three
// reads, without memory and without the network.
//
// The file has a header, a table of 65,537 positions, and the first 6 bytes of every hash, sorted. Position p of the
// table is the number of hashes whose first two bytes are below p. With 100 million hashes it has 600 MB, and refuses
// a password that is not in it once in 2.8 million times.

import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open, rename, rm } from 'node:fs/promises'

const magic = Buffer.from('rastro breached passwords 1\n')
const bucketCount = 65_536
const positionBytes = 6
const hashBytes = 6
const tableStart = magic.length
const hashesStart = tableStart + (bucketCount + 1) * positionBytes
/** About 65 billion hashes; a larger bucket means that the file is damaged. */
const maxBucketBytes = 6_000_000
const flushBytes = 1_048_576

/** False without a file. Throws if it cannot be read: passwords must not slip through unchecked. */
export async function isBreached(path: string, password: string): Promise<boolean> {
  if (!path) return false
  const wanted = createHash('sha1').update(password).digest().subarray(0, hashBytes)
  const file = await open(path)
  try {
    await requireBreachedFile(file, path)
    const bucket = wanted.readUInt16BE(0)
    const bounds = await readAt(file, tableStart + bucket * positionBytes, 2 * positionBytes)
    const first = bounds.readUIntBE(0, positionBytes)
    const length = (bounds.readUIntBE(positionBytes, positionBytes) - first) * hashBytes
    if (length < 0 || length > maxBucketBytes) throw new Error(`${path} is damaged: build it again`)
    return includesHash(await readAt(file, hashesStart + first * hashBytes, length), wanted)
  } finally {
    await file.close()
  }
}

async function requireBreachedFile(file: FileHandle, path: string): Promise<void> {
  const start = await readAt(file, 0, magic.length)
  if (!start.equals(magic)) throw new Error(`${path} was not made by "rastro passwords build"`)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function includesHash(hashes: Buffer, wanted: Buffer): boolean {
  let low = 0
  let high = hashes.length / hashBytes
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = hashes.compare(wanted, 0, hashBytes, middle * hashBytes, (middle + 1) * hashBytes)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

/** How many hashes the file has. Throws if it cannot be used. */
export async function countBreached(path: string): Promise<number> {
  const file = await open(path)
  try {
    await requireBreachedFile(file, path)
    const last = await readAt(file, tableStart + bucketCount * positionBytes, positionBytes)
    const count = last.readUIntBE(0, positionBytes)
    const { size } = await file.stat()
    if (size !== hashesStart + count * hashBytes) throw new Error(`${path} is incomplete: build it again`)
    return count
  } finally {
    await file.close()
  }
}

/**
 * Builds the file from lines like `0018A45C4D1DEF81644B54AB7F969B88D65:12` with the whole hash, sorted by hash, as the
 * downloader of Have I Been Pwned writes them. Hashes seen less often than `minCount` times are left out. The target
 * is replaced only when the file is complete.
 */
export async function buildBreachedFile(
  lines: AsyncIterable<string>,
  target: string,
  minCount: number,
): Promise<number> {
  const unfinished = `${target}.unfinished`
  const file = await open(unfinished, 'w')
  try {
    const count = await writeHashes(file, lines, minCount)
    await file.sync()
    await file.close()
    await rename(unfinished, target)
    return count
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeHashes(
  file: FileHandle,
  lines: AsyncIterable<string>,
  minCount: number,
): Promise<number> {
  const table = Buffer.alloc((bucketCount + 1) * positionBytes)
  let buffer = Buffer.alloc(flushBytes + hashBytes)
  let filled = 0
  let writtenBytes = 0
  let count = 0
  let nextBucket = 0
  let last: Buffer = Buffer.alloc(0)
  const flush = async () => {
    await file.write(buffer, 0, filled, hashesStart + writtenBytes)
    writtenBytes += filled
    filled = 0
    buffer = Buffer.alloc(flushBytes + hashBytes)
  }
  for await (const line of lines) {
    const hash = hashIn(line, minCount)
    if (!hash) continue
    const order = last.length === 0 ? -1 : last.compare(hash)
    if (order > 0) throw new Error('The lines are not sorted by hash. Sort them first: LC_ALL=C sort <file>')
    // Several passwords may share the first bytes.
    if (order === 0) continue
    for (const bucket = hash.readUInt16BE(0); nextBucket <= bucket; nextBucket += 1) {
      table.writeUIntBE(count, nextBucket * positionBytes, positionBytes)
    }
    hash.copy(buffer, filled)
    filled += hashBytes
    count += 1
    last = hash
    if (filled >= flushBytes) await flush()
  }
  for (; nextBucket <= bucketCount; nextBucket += 1) {
    table.writeUIntBE(count, nextBucket * positionBytes, positionBytes)
  }
  await flush()
  await file.write(Buffer.concat([magic, table]), 0, magic.length + table.length, 0)
  return count
}

const lineShape = /^([0-9A-F]{40})(?::(\d+))?\s*$/i

function hashIn(line: string, minCount: number): Buffer | undefined {
  if (line.trim() === '') return undefined
  const [, hex, seen = '1'] = lineShape.exec(line) ?? []
  if (!hex) throw new Error(`"${line.slice(0, 60)}" is not a line like <40 hex digits>:<count>.`)
  return Number(seen) < minCount ? undefined : Buffer.from(hex.slice(0, hashBytes * 2), 'hex')
}
