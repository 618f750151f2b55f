// Encodes a PNG with a palette (PNG specification, third edition: IHDR, PLTE, IDAT, IEND; no filter).

import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
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
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.map((colour) => colour.slice(1)).join(''), 'hex')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
