import { describe, expect, test } from 'vitest'
import { pngOf } from '../../../../test/pictures.ts'
import type { PictureType } from './picture-size.ts'
import { readPictureSize } from './picture-size.ts'

const jpeg = (frame: string) =>
  Buffer.from(`ffd8 ffe0 0010 4a46494600010100000100010000 ffc4 0003 00 ${frame}`.replaceAll(' ', ''), 'hex')
const webp = (chunk: string, more: string) =>
  Buffer.concat([
    Buffer.from('RIFF\x1a\0\0\0WEBP', 'latin1'),
    Buffer.from(chunk, 'latin1'),
    Buffer.alloc(4),
    Buffer.from(more.replaceAll(' ', ''), 'hex'),
  ])

test.each<[string, PictureType, Buffer]>([
  ['PNG', 'PNG', pngOf(512, [1, 2, 3])],
  ['JPEG, baseline', 'JPEG', jpeg('ffc0 0011 08 0200 0200 03')],
  ['JPEG, progressive', 'JPEG', jpeg('ffc2 0011 08 0200 0200 03')],
  ['WebP, lossy', 'WebP', webp('VP8 ', '000000 9d012a 0002 0002')],
  ['WebP, lossless', 'WebP', webp('VP8L', '2f ff c1 7f 00')],
  ['WebP, extended', 'WebP', webp('VP8X', '00000000 ff0100 ff0100')],
])('the size of %s is read', (_, type, bytes) => {
  expect(readPictureSize(bytes, type)).toEqual({ width: 512, height: 512 })
})

describe.each<PictureType>(['PNG', 'JPEG', 'WebP'])('a tile that is no %s picture', (type) => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100)],
    ['a page', Buffer.from('<!doctype html><title>404</title>'.repeat(5))],
    ['a JPEG without a frame', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(50, 0xff)])],
    [
      'a JPEG of 1,000,000 segments',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(4e6, Buffer.from('ffe10002', 'hex'))]),
    ],
    ['a WebP of another kind', webp('XXXX', '00'.repeat(30))],
    ['a PNG of no size', pngOf(0, [0, 0, 0])],
  ])('is refused: %s', (_, bytes) => {
    expect(() => readPictureSize(bytes, type)).toThrow(`a tile is not a ${type} picture`)
  })
})
