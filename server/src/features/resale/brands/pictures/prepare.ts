// What is stored of an uploaded picture: pixels that were decoded and encoded again. Runs in a thread.

import { createHash } from 'node:crypto'
import type { PictureKind, StoredPicture } from '../brand.types.ts'
import type { Pixels } from './pixels.ts'
import { onWhite, shrink } from './pixels.ts'
import type { PictureFault } from './png-reader.ts'
import { readPng } from './png-reader.ts'
import { writePng } from './png-writer.ts'

export const maxPictureBytes = 1_000_000
export const logoSize = { width: 1_024, height: 256 }
export const iconSize = { min: 512, max: 1_024 }

const iconPx = 512
const smallIconPx = 192
/** The part of a maskable icon that every shape shows is a circle of 80 % of its width. */
const insetIconPx = 360

/** A picture that does not have the size of its kind is `too_large` or `too_small`. */
export type PrepareFault = PictureFault | 'too_small' | 'not_square'

export type Prepared = { pictures: StoredPicture[] } | { fault: PrepareFault }

export function preparePicture(kind: PictureKind, bytes: Buffer): Prepared {
  if (bytes.length > maxPictureBytes) return { fault: 'too_large' }
  const most = kind === 'icon' ? { width: iconSize.max, height: iconSize.max } : logoSize
  const picture = readPng(bytes, ({ width, height }) => width <= most.width && height <= most.height)
  if (typeof picture === 'string') return { fault: picture }
  if (kind !== 'icon') return { pictures: [store(kind, picture)] }
  if (picture.width !== picture.height) return { fault: 'not_square' }
  if (picture.width < iconSize.min) return { fault: 'too_small' }
  return {
    pictures: [
      store('icon', shrink(picture, iconPx, iconPx)),
      store('icon192', shrink(picture, smallIconPx, smallIconPx)),
      store('iconMaskable', onWhite(shrink(picture, insetIconPx, insetIconPx), iconPx)),
    ],
  }
}

function store(kind: StoredPicture['kind'], pixels: Pixels): StoredPicture {
  const png = writePng(pixels)
  const hash = createHash('sha256').update(png).digest('hex')
  return { kind, hash, width: pixels.width, height: pixels.height, png }
}
