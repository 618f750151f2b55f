// Reads an archive that may be damaged or malicious: every length is checked, every loop has a limit.

import { requestsFor } from '../requests.ts'
import type { Source } from '../sources/source.types.ts'
import { damaged } from './damaged.ts'
import type { Entry } from './directory.ts'
import { readDirectory } from './directory.ts'
import type { Header } from './header.ts'
import { headerBytes, maxHeadBytes, readHeader } from './header.ts'
import { inflate } from './inflate.ts'
import type { IdRanges } from './tile-ids.ts'
import { firstIdOf, hasPartWithin, partsWithin } from './tile-ids.ts'

const maxDirectoryBytes = 16_777_216
const maxPackedDirectoryBytes = 4_194_304
const maxMetadataBytes = 16_777_216
/** A root and two levels of leaves; archives in use have one. */
const maxDepth = 2
const maxDirectories = 200_000
export const maxTileBytes = 8_388_608

export interface Archive {
  source: Source
  header: Header
  root: Entry[]
  metadata: Record<string, unknown>
}

export type OnEntry = (id: number, offset: number, bytes: number, run: number) => void

export async function openArchive(source: Source): Promise<Archive> {
  if (source.sizeBytes < headerBytes) throw damaged('it is too short')
  const head = await source.read(0, Math.min(maxHeadBytes, source.sizeBytes))
  const header = readHeader(head, source.sizeBytes)
  const { offset, bytes } = header.root
  const root = readDirectory(
    inflate(
      head.subarray(offset, offset + bytes),
      header.compression,
      maxDirectoryBytes,
      'the root directory',
    ),
  )
  return { source, header, root, metadata: await readMetadata(source, header) }
}

async function readMetadata(source: Source, header: Header): Promise<Record<string, unknown>> {
  const { offset, bytes } = header.metadata
  if (bytes === 0) return {}
  const packed = await source.read(offset, bytes)
  const text = Buffer.from(inflate(packed, header.compression, maxMetadataBytes, 'the metadata')).toString()
  try {
    const metadata: unknown = JSON.parse(text)
    if (metadata && typeof metadata === 'object' && !Array.isArray(metadata)) {
      return metadata as Record<string, unknown>
    }
  } catch {}
  throw damaged('its metadata is not a JSON object')
}

/**
 * Calls `onEntry` for all tiles, or for those in the ranges, in order. Tiles of a leaf directory must lie in the range
 * that its parent has for it, so that directories cannot form loops.
 */
export async function walkEntries(
  { source, header, root }: Archive,
  {
    ranges,
    onEntry,
    onDirectories,
  }: {
    ranges?: IdRanges
    onEntry: OnEntry
    onDirectories?: (done: number, total: number) => void
  },
): Promise<void> {
  const endOfIds = firstIdOf(header.maxZoom + 1)
  let nextId = 0
  let found = 0
  let read = 0

  const addTiles = ({ id, offset, bytes, run }: Entry, end: number): void => {
    if (id < nextId || id + run > end) throw damaged('the tiles of a directory are not in order')
    if (bytes === 0 || bytes > maxTileBytes) throw damaged(`a tile has ${bytes} bytes`)
    if (offset + bytes > header.tiles.bytes) throw damaged('a tile would end after the end of the tiles')
    nextId = id + run
    const parts = ranges ? partsWithin(ranges, id, id + run) : [[id, id + run] as const]
    for (const [from, to] of parts) onEntry(from, offset, bytes, to - from)
  }

  async function walkLeaves(leaves: { entry: Entry; end: number }[], depth: number): Promise<void> {
    if (leaves.length === 0) return
    found += leaves.length
    if (found > maxDirectories) throw damaged(`it has more than ${maxDirectories} directories`)
    if (depth > maxDepth) throw damaged('its directories are nested too deeply')
    const pieces = leaves.map(({ entry }) => ({ from: entry.offset, bytes: entry.bytes }))
    let at = 0
    for (const request of requestsFor(pieces)) {
      const bytes = await source.read(header.leaves.offset + request.from, request.bytes)
      for (const piece of request.pieces) {
        const { entry, end } = leaves[at]!
        at += 1
        const from = piece.from - request.from
        const packed = bytes.subarray(from, from + piece.bytes)
        const directory = readDirectory(
          inflate(packed, header.compression, maxDirectoryBytes, 'a leaf directory'),
        )
        if (directory[0]!.id < entry.id) throw damaged('a leaf directory has tiles of another one')
        read += 1
        onDirectories?.(read, found)
        await walk(directory, end, depth)
      }
    }
  }

  async function walk(entries: Entry[], end: number, depth: number): Promise<void> {
    let leaves: { entry: Entry; end: number }[] = []
    for (const [at, entry] of entries.entries()) {
      const endOfEntry = Math.min(end, entries[at + 1]?.id ?? end)
      if (entry.id >= end) throw damaged('a directory has tiles of another one')
      if (entry.run > 0) {
        await walkLeaves(leaves, depth + 1)
        leaves = []
        addTiles(entry, endOfEntry)
      } else {
        requireLeaf(entry, header)
        if (!ranges || hasPartWithin(ranges, entry.id, endOfEntry)) leaves.push({ entry, end: endOfEntry })
      }
    }
    await walkLeaves(leaves, depth + 1)
  }

  await walk(root, endOfIds, 0)
}

function requireLeaf({ offset, bytes }: Entry, { leaves }: Header): void {
  if (bytes === 0 || bytes > maxPackedDirectoryBytes) throw damaged(`a leaf directory has ${bytes} bytes`)
  if (offset + bytes > leaves.bytes)
    throw damaged('a leaf directory would end after the end of the directories')
}
