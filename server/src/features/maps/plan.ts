// Plans a new archive: which bytes of the source it has, in which order, and the directories in front of them.

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { InvalidError } from '../../platform/http/errors.ts'
import type { Archive } from './archive/archive.ts'
import { walkEntries } from './archive/archive.ts'
import { writeDirectories } from './archive/directory.ts'
import type { EntryList } from './archive/entry-list.ts'
import { createEntryList } from './archive/entry-list.ts'
import type { Header } from './archive/header.ts'
import { headerBytes, maxHeadBytes, writeHeader } from './archive/header.ts'
import { idRangesOf } from './archive/tile-ids.ts'
import type { Box, OnProgress } from './map.types.ts'
import type { Piece, PieceRequest } from './requests.ts'
import { maxRequestBytes, requestsFor } from './requests.ts'

export interface Plan {
  /** Written first. Empty if the archive is copied whole. */
  head: Buffer
  /** Their pieces follow the head, one after the other. */
  requests: PieceRequest[]
  bytes: number
  bytesToRead: number
  tiles: number
  maxZoom: number
  /** An interrupted run continues if it is the same. */
  fingerprint: string
}

export function planCopy({ source, header }: Archive): Plan {
  const pieces: Piece[] = []
  for (let from = 0; from < source.sizeBytes; from += maxRequestBytes) {
    pieces.push({ from, bytes: Math.min(maxRequestBytes, source.sizeBytes - from) })
  }
  const { addressedTiles: tiles, maxZoom } = header
  return complete(source.version, { head: Buffer.alloc(0), pieces, tiles, maxZoom })
}

export async function planCut(
  archive: Archive,
  { boxes, maxZoom: wantedZoom }: { boxes: Box[]; maxZoom: number },
  onProgress: OnProgress,
): Promise<Plan> {
  const { source, header, metadata } = archive
  if (!header.isClustered) {
    const message =
      'The tiles of the archive are not in order, so no area can be cut out. First run: pmtiles cluster'
    throw new InvalidError('maps.unsupported', message)
  }
  const maxZoom = Math.min(wantedZoom, header.maxZoom)
  if (maxZoom < header.minZoom) {
    throw new InvalidError('maps.empty', `The archive begins at zoom ${header.minZoom}.`)
  }
  const bounds = intersect(boxes, header.bounds)
  const entries = createEntryList()
  await walkEntries(archive, {
    ranges: idRangesOf(boxes, header.minZoom, maxZoom),
    onEntry: entries.add,
    onDirectories: (done, total) => onProgress('reading directories', done, total),
  })
  if (entries.length === 0) throw new InvalidError('maps.empty', 'The archive has no tiles in this area.')
  const { pieces, contents, tileBytes, tiles } = renumber(entries)
  for (const piece of pieces) piece.from += header.tiles.offset
  const head = writeHead({ ...header, maxZoom, bounds }, metadata, entries, { contents, tileBytes, tiles })
  return complete(source.version, { head, pieces, tiles, maxZoom })
}

function complete(
  version: string,
  { head, pieces, tiles, maxZoom }: { head: Buffer; pieces: Piece[]; tiles: number; maxZoom: number },
): Plan {
  const requests = requestsFor(pieces)
  const sum = (parts: Piece[]) => parts.reduce((total, { bytes }) => total + bytes, 0)
  const fingerprint = createHash('sha256')
    .update(version)
    .update('\0')
    .update(head)
    .digest('hex')
    .slice(0, 16)
  const bytesToRead = sum(requests)
  return { head, requests, bytes: head.length + sum(pieces), bytesToRead, tiles, maxZoom, fingerprint }
}

/**
 * Replaces the offsets by those in the new archive: contents in the order of their first tile, each once. Offsets of a
 * clustered source increase, except for contents that occurred before; only those need a table.
 */
function renumber(entries: EntryList): {
  pieces: Piece[]
  contents: number
  tileBytes: number
  tiles: number
} {
  const pieces: Piece[] = []
  // Entries whose offset in the source is greater than all before, and these offsets.
  const rising = new Uint32Array(entries.length)
  const risingOffsets = new Float64Array(entries.length)
  let risen = 0
  const others = new Map<number, number>()
  const { offsets, bytes, runs } = entries
  let end = 0
  let tiles = 0
  for (let at = 0; at < entries.length; at += 1) {
    const [offset, size] = [offsets[at]!, bytes[at]!]
    tiles += runs[at]!
    const isNewest = risen === 0 || offset > risingOffsets[risen - 1]!
    const before = isNewest ? undefined : (others.get(offset) ?? findRising(offset))
    if (before !== undefined) {
      offsets[at] = before
      continue
    }
    if (isNewest) {
      rising[risen] = at
      risingOffsets[risen] = offset
      risen += 1
    } else others.set(offset, end)
    addPiece(pieces, offset, size)
    offsets[at] = end
    end += size
  }
  return { pieces, contents: risen + others.size, tileBytes: end, tiles }

  function findRising(offset: number): number | undefined {
    let low = 0
    let high = risen
    while (low < high) {
      const middle = (low + high) >>> 1
      if (risingOffsets[middle]! < offset) low = middle + 1
      else high = middle
    }
    return risingOffsets[low] === offset && low < risen ? offsets[rising[low]!] : undefined
  }
}

function addPiece(pieces: Piece[], from: number, bytes: number): void {
  const last = pieces.at(-1)
  const follows = last && last.from + last.bytes === from && last.bytes + bytes <= maxRequestBytes
  if (follows) last.bytes += bytes
  else pieces.push({ from, bytes })
}

function writeHead(
  header: Header,
  metadata: Record<string, unknown>,
  entries: EntryList,
  { contents, tileBytes, tiles }: { contents: number; tileBytes: number; tiles: number },
): Buffer {
  const { root, leaves } = writeDirectories(entries, maxHeadBytes - headerBytes)
  const description = gzipSync(JSON.stringify(metadata))
  const metadataAt = headerBytes + root.length
  const leavesAt = metadataAt + description.length
  const written = writeHeader({
    ...header,
    compression: 'gzip',
    isClustered: true,
    root: { offset: headerBytes, bytes: root.length },
    metadata: { offset: metadataAt, bytes: description.length },
    leaves: { offset: leavesAt, bytes: leaves.length },
    tiles: { offset: leavesAt + leaves.length, bytes: tileBytes },
    addressedTiles: tiles,
    tileEntries: entries.length,
    tileContents: contents,
  })
  return Buffer.concat([written, root, description, leaves])
}

/** The smallest box around the parts of the boxes that the source has. */
function intersect(boxes: Box[], [west, south, east, north]: Header['bounds']): Header['bounds'] {
  const parts = boxes
    .map((box): Header['bounds'] => [
      Math.max(west, box.west),
      Math.max(south, box.south),
      Math.min(east, box.east),
      Math.min(north, box.north),
    ])
    .filter(([west, south, east, north]) => west < east && south < north)
  if (parts.length === 0) {
    const covered = [west, south, east, north].map((angle) => angle.toFixed(2)).join(',')
    throw new InvalidError(
      'maps.empty',
      `The archive does not cover this area. It covers the box ${covered}.`,
    )
  }
  const column = (at: 0 | 1 | 2 | 3) => parts.map((part) => part[at])
  return [Math.min(...column(0)), Math.min(...column(1)), Math.max(...column(2)), Math.max(...column(3))]
}
