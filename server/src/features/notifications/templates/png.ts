// Encodes a PNG with a palette (PNG specification, third edition: IHDR, PLTE, IDAT, IEND; no filter).

import { deflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '../../../platform/png/chunk.ts'

const fourBits = 4
const indexed = 3

/** Each pixel is an index into the palette, which has up to 16 colours as #rrggbb. The width must be even. */
export function encodePng(pixels: Uint8Array, width: number, height: number, palette: string[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([fourBits, indexed], 8)
  const rowBytes = width / 2 + 1
  const rows = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 2) {
      const from = y * width + x
      rows[y * rowBytes + 1 + x / 2] = (pixels[from]! << 4) | pixels[from + 1]!
    }
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from(palette.map((colour) => colour.slice(1)).join(''), 'hex')),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
