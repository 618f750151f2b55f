// The size of a picture, from its first bytes: PNG, JPEG or WebP.

import { damaged } from './damaged.ts'
import type { TileType } from './header.ts'

export type PictureType = Exclude<TileType, 'vector'>
export interface Size {
  width: number
  height: number
}

/** Markers before the size, such as a profile of colors. */
const maxMarkers = 1_000

export function readPictureSize(bytes: Uint8Array, type: PictureType): Size {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = { PNG: sizeOfPng, JPEG: sizeOfJpeg, WebP: sizeOfWebp }[type](view)
    if (size && size.width > 0 && size.height > 0) return size
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw damaged(`a tile is not a ${type} picture`)
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function sizeOfPng(view: DataView): Size | undefined {
  const isPng = view.getBigUint64(0) === 0x89504e470d0a1a0an && view.getUint32(12) === 0x49484452
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined
}

/** ITU-T T.81, B.2.2: the frame header is behind any number of other segments. */
function sizeOfJpeg(view: DataView): Size | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  for (let count = 0; count < maxMarkers; count += 1) {
    const marker = view.getUint16(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker < 0xffc0) return undefined
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** RFC 9649 */
function sizeOfWebp(view: DataView): Size | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined
  const chunk = view.getUint32(12)
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (chunk === 0x56503858) return { width: three(24) + 1, height: three(27) + 1 }
  if (chunk === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  if (chunk !== 0x5650384c) return undefined
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
