// Decodes the pixels of a PNG (PNG specification, third edition). Everything else in the file is dropped. The size is
// checked before memory is reserved for pixels, and no more than those pixels is ever inflated.

import { crc32, inflateSync } from 'node:zlib'
import { pngSignature } from '../../../../platform/png/chunk.ts'
import type { Pixels } from './pixels.ts'

export type PictureFault = 'not_png' | 'damaged' | 'unsupported' | 'too_large'

interface Header {
  width: number
  height: number
  depth: number
  colorType: number
}

/** More chunks than any program writes for a picture of this size. */
const maxChunks = 10_000
const maxChunkBytes = 0x7fff_ffff
const chunkOverhead = 12
const headerBytes = 13

const grey = 0
const trueColor = 2
const indexed = 3
const greyAlpha = 4
const trueColorAlpha = 6
/** Samples of a pixel, and the depths that the specification allows. */
const colorTypes: Record<number, { samples: number; depths: number[] }> = {
  [grey]: { samples: 1, depths: [1, 2, 4, 8, 16] },
  [trueColor]: { samples: 3, depths: [8, 16] },
  [indexed]: { samples: 1, depths: [1, 2, 4, 8] },
  [greyAlpha]: { samples: 2, depths: [8, 16] },
  [trueColorAlpha]: { samples: 4, depths: [8, 16] },
}

interface Content {
  header: Header
  palette: Buffer | undefined
  transparency: Buffer | undefined
  compressed: Buffer
}

export function readPng(
  bytes: Buffer,
  fits: (size: { width: number; height: number }) => boolean,
): Pixels | PictureFault {
  const content = readChunks(bytes, fits)
  if (typeof content === 'string') return content
  const { header } = content
  const rowBytes = Math.ceil((header.width * bitsOf(header)) / 8)
  const expectedBytes = (rowBytes + 1) * header.height
  try {
    const filtered = inflateSync(content.compressed, { maxOutputLength: expectedBytes })
    if (filtered.length !== expectedBytes) return 'damaged'
    const rows = unfilter(filtered, header, rowBytes)
    return rows ? toRgba(rows, rowBytes, content) : 'damaged'
  } catch {
    // Not a deflate stream, or one of more bytes than the picture has.
    return 'damaged'
  }
}

function readChunks(bytes: Buffer, fits: (size: Header) => boolean): Content | PictureFault {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'not_png'
  let header: Header | undefined
  let palette: Buffer | undefined
  let transparency: Buffer | undefined
  const parts: Buffer[] = []
  let at = pngSignature.length
  for (let count = 0; count < maxChunks && at + chunkOverhead <= bytes.length; count += 1) {
    const length = bytes.readUInt32BE(at)
    const end = at + chunkOverhead + length
    if (length > maxChunkBytes || end > bytes.length) return 'damaged'
    const body = bytes.subarray(at + 4, end - 4)
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) return 'damaged'
    const name = body.toString('latin1', 0, 4)
    const content = body.subarray(4)
    if ((name === 'IHDR') !== (header === undefined)) return 'damaged'
    if (name === 'IHDR') {
      const read = readHeader(content)
      if (typeof read === 'string') return read
      if (!fits(read)) return 'too_large'
      header = read
    } else if (name === 'PLTE') palette = content
    else if (name === 'tRNS') transparency = content
    else if (name === 'IDAT') parts.push(content)
    else if (name === 'IEND') {
      if (end !== bytes.length || parts.length === 0) return 'damaged'
      return { header: header!, palette, transparency, compressed: Buffer.concat(parts) }
    }
    at = end
  }
  return 'damaged'
}

function readHeader(content: Buffer): Header | PictureFault {
  if (content.length !== headerBytes) return 'damaged'
  const [depth, colorType, compression, filter, interlace] = content.subarray(8)
  const header = {
    width: content.readUInt32BE(0),
    height: content.readUInt32BE(4),
    depth: depth!,
    colorType: colorType!,
  }
  if (header.width === 0 || header.height === 0) return 'damaged'
  if (!colorTypes[header.colorType]?.depths.includes(header.depth)) return 'damaged'
  if (compression !== 0 || filter !== 0) return 'damaged'
  return interlace === 0 ? header : 'unsupported'
}

function bitsOf({ colorType, depth }: Header): number {
  return colorTypes[colorType]!.samples * depth
}

/** Undefined if a row names a filter that does not exist. */
function unfilter(filtered: Buffer, header: Header, rowBytes: number): Buffer | undefined {
  const step = Math.max(1, bitsOf(header) / 8)
  const rows = Buffer.alloc(rowBytes * header.height)
  for (let y = 0; y < header.height; y += 1) {
    const from = y * (rowBytes + 1)
    const filter = filtered[from]!
    if (filter > 4) return undefined
    const to = y * rowBytes
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x < step ? 0 : rows[to + x - step]!
      const up = y === 0 ? 0 : rows[to + x - rowBytes]!
      const upLeft = x < step || y === 0 ? 0 : rows[to + x - rowBytes - step]!
      rows[to + x] = filtered[from + 1 + x]! + predict(filter, left, up, upLeft)
    }
  }
  return rows
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - upLeft
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toUpLeft = Math.abs(estimate - upLeft)
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

function toRgba(
  rows: Buffer,
  rowBytes: number,
  { header, palette, transparency }: Content,
): Pixels | PictureFault {
  const { width, height, depth, colorType } = header
  const { samples } = colorTypes[colorType]!
  const isIndexed = colorType === indexed
  if (isIndexed && (!palette || palette.length % 3 !== 0)) return 'damaged'
  const max = 2 ** depth - 1
  const sampleAt = (y: number, index: number): number => {
    const at = y * rowBytes
    if (depth === 16) return rows.readUInt16BE(at + index * 2)
    if (depth === 8) return rows[at + index]!
    const bit = index * depth
    return (rows[at + (bit >> 3)]! >> (8 - depth - (bit & 7))) & max
  }
  const to8 = (sample: number) => (depth === 8 ? sample : Math.round((sample * 255) / max))
  /** The one color that is transparent, of pictures without alpha. */
  const key =
    !isIndexed && transparency && transparency.length >= samples * 2
      ? Array.from({ length: samples }, (_, index) => transparency.readUInt16BE(index * 2))
      : undefined
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 4
      const first = sampleAt(y, x * samples)
      if (isIndexed) {
        if (first * 3 >= palette!.length) return 'damaged'
        rgba.set(palette!.subarray(first * 3, first * 3 + 3), to)
        rgba[to + 3] = transparency?.[first] ?? 255
        continue
      }
      const hasColor = colorType === trueColor || colorType === trueColorAlpha
      const second = hasColor ? sampleAt(y, x * samples + 1) : first
      const third = hasColor ? sampleAt(y, x * samples + 2) : first
      const hasAlpha = colorType === greyAlpha || colorType === trueColorAlpha
      const isKey = key && first === key[0] && (!hasColor || (second === key[1] && third === key[2]))
      rgba[to] = to8(first)
      rgba[to + 1] = to8(second)
      rgba[to + 2] = to8(third)
      rgba[to + 3] = hasAlpha ? to8(sampleAt(y, x * samples + samples - 1)) : isKey ? 0 : 255
    }
  }
  return { width, height, rgba }
}
