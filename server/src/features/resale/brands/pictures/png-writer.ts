// Encodes pixels as PNG: eight bits of red, green, blue and alpha, no other chunks.

import { deflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '../../../../platform/png/chunk.ts'
import type { Pixels } from './pixels.ts'

const eightBits = 8
const trueColorAlpha = 6
/** Each byte minus the one above it: flat areas become zeros. */
const up = 2

export function writePng({ width, height, rgba }: Pixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([eightBits, trueColorAlpha], 8)
  const rowBytes = width * 4
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const to = y * (rowBytes + 1)
    rows[to] = up
    for (let x = 0; x < rowBytes; x += 1) {
      const above = y === 0 ? 0 : rgba[(y - 1) * rowBytes + x]!
      rows[to + 1 + x] = rgba[y * rowBytes + x]! - above
    }
  }
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
