// The smallest pictures of each kind that a device may have, and pictures of one color.

import { crc32, deflateSync } from 'node:zlib'

/** A transparent PNG. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
export const webp = Buffer.concat([Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'), Buffer.alloc(14)])

const chunkOf = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A square of one color. */
export function pngOf(sizePx: number, [red, green, blue]: [number, number, number]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(sizePx, 0)
  head.writeUInt32BE(sizePx, 4)
  // 8 bits of red, green and blue.
  head.set([8, 2], 8)
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: sizePx }, () => Buffer.from([red, green, blue])),
  ])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: sizePx }, () => row)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunkOf('IHDR', head),
    chunkOf('IDAT', pixels),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}
