import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngChunk, pngSignature } from '../../../../platform/png/chunk.ts'
import type { Pixels } from './pixels.ts'
import { readPng } from './png-reader.ts'
import { writePng } from './png-writer.ts'
import { preparePicture } from './prepare.ts'

const evil = '<script>alert(1)</script>'
const always = () => true

function headerOf(width: number, height: number, more: number[] = [8, 6, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width >>> 0, 0)
  header.writeUInt32BE(height >>> 0, 4)
  header.set(more, 8)
  return pngChunk('IHDR', header)
}
const end = pngChunk('IEND', Buffer.alloc(0))
const dataOf = (bytes: Buffer) => pngChunk('IDAT', deflateSync(bytes))
const png = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks])
/** Rows of zeros in the filter `none`. */
const rows = (width: number, height: number, bytesPerPixel = 4) =>
  Buffer.alloc((width * bytesPerPixel + 1) * height)
const plain = png(headerOf(64, 32), dataOf(rows(64, 32)), end)
const text = (name: string, content = evil) => pngChunk(name, Buffer.from(content))
const withChunk = (chunk: Buffer) => png(headerOf(64, 32), chunk, dataOf(rows(64, 32)), end)
const changed = (at: number, value: number) => {
  const bytes = Buffer.from(plain)
  bytes[at] = value
  return bytes
}

function picture(width: number, height: number): Pixels {
  const rgba = new Uint8Array(width * height * 4)
  for (let index = 0; index < rgba.length; index += 1) rgba[index] = (index * 7 + (index >> 9)) & 255
  return { width, height, rgba }
}

test('pixels survive writing and reading', () => {
  const pixels = picture(37, 21)
  expect(readPng(writePng(pixels), always)).toEqual(pixels)
})

// Small pictures by color type, written by hand: one row, filter `none`.
const onePixelRows: [what: string, header: number[], chunks: Buffer[], row: number[], rgba: number[]][] = [
  ['grey of 8 bits', [8, 0, 0, 0, 0], [], [0, 128], [128, 128, 128, 255]],
  ['grey of 1 bit', [1, 0, 0, 0, 0], [], [0, 0x80], [255, 255, 255, 255]],
  ['grey of 16 bits', [16, 0, 0, 0, 0], [], [0, 0xff, 0xff], [255, 255, 255, 255]],
  ['grey with alpha', [8, 4, 0, 0, 0], [], [0, 10, 20], [10, 10, 10, 20]],
  ['colors', [8, 2, 0, 0, 0], [], [0, 1, 2, 3], [1, 2, 3, 255]],
  ['colors of 16 bits', [16, 2, 0, 0, 0], [], [0, 255, 255, 0, 0, 255, 255], [255, 0, 255, 255]],
  [
    'one transparent color',
    [8, 2, 0, 0, 0],
    [pngChunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3]))],
    [0, 1, 2, 3],
    [1, 2, 3, 0],
  ],
  [
    'a palette of 4 bits with alpha',
    [4, 3, 0, 0, 0],
    [pngChunk('PLTE', Buffer.from([0, 0, 0, 9, 8, 7])), pngChunk('tRNS', Buffer.from([255, 100]))],
    [0, 0x10],
    [9, 8, 7, 100],
  ],
]
test.each(onePixelRows)('reads %s', (_what, header, chunks, row, rgba) => {
  const bytes = png(headerOf(1, 1, header), ...chunks, dataOf(Buffer.from(row)), end)
  expect(readPng(bytes, always)).toEqual({ width: 1, height: 1, rgba: new Uint8Array(rgba) })
})

test.each([1, 2, 3, 4])('reads rows of filter %i', (filter) => {
  // Each byte is 5 more than predicted.
  const bytes = png(
    headerOf(2, 2),
    dataOf(Buffer.from([filter, ...Array(8).fill(5), filter, ...Array(8).fill(5)])),
    end,
  )
  const first = { 1: [5, 10], 2: [5, 5], 3: [5, 7], 4: [5, 10] }[filter]!
  const read = readPng(bytes, always) as Pixels
  expect([read.rgba[0], read.rgba[4]]).toEqual(first)
})

const icon = () => writePng(picture(600, 600))

test('an icon is stored in three sizes', () => {
  const prepared = preparePicture('icon', icon())
  const sizes =
    'pictures' in prepared && prepared.pictures.map(({ kind, width, height }) => [kind, width, height])
  expect(sizes).toEqual([
    ['icon', 512, 512],
    ['icon192', 192, 192],
    ['iconMaskable', 512, 512],
  ])
})

const bombs = [50_000, 0x7fff_ffff, 0xffff_ffff].flatMap((side) => [
  png(headerOf(side, side), dataOf(rows(1, 1)), end),
  png(headerOf(side, 1), dataOf(rows(1, 1)), end),
  png(headerOf(1, side), dataOf(rows(1, 1)), end),
])
const html = Buffer.from(`<!doctype html><html><body>${evil}</body></html>`)
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${evil}</svg>`)

/** What is refused, and why it could have been taken. */
const refused: [what: string, bytes: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['an SVG', svg],
  ['an SVG behind a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg])],
  ['HTML', html],
  ['a GIF with a script', Buffer.from(`GIF89a/*${evil}*/`)],
  ['a JPEG', Buffer.from('ffd8ffe000104a4649460001', 'hex')],
  ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ['a BMP', Buffer.from('BM\0\0\0\0')],
  ['an ICO', Buffer.from('00000100', 'hex')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['a ZIP', Buffer.from('PK\x03\x04')],
  ['a PNG inside a ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), plain])],
  ['a PNG behind a space', Buffer.concat([Buffer.from(' '), plain])],
  ['a signature alone', pngSignature],
  [
    'a signature with changed line ends',
    Buffer.concat([Buffer.from('89504e470a1a0a', 'hex'), plain.subarray(8)]),
  ],
  ['HTML behind the end', Buffer.concat([plain, html])],
  ['an SVG behind the end', Buffer.concat([plain, svg])],
  ['a ZIP behind the end', Buffer.concat([plain, Buffer.from('PK\x03\x04')])],
  ['a second PNG behind the end', Buffer.concat([plain, plain])],
  ['a wrong checksum of the header', changed(29, plain[29]! ^ 1)],
  ['a wrong checksum of the pixels', changed(plain.length - 13, plain[plain.length - 13]! ^ 1)],
  ['a wrong checksum of the end', changed(plain.length - 1, plain[plain.length - 1]! ^ 1)],
  ['a changed size', changed(19, 65)],
  ['a cut file', plain.subarray(0, plain.length - 5)],
  ['a file without an end', plain.subarray(0, plain.length - 12)],
  ['a chunk longer than the file', changed(33, 0x7f)],
  ['a chunk of 4 GB', changed(33, 0xff)],
  ...bombs.map((bytes, index): [string, Buffer] => [`a bomb ${index}`, bytes]),
  ['no width', png(headerOf(0, 32), dataOf(rows(1, 32)), end)],
  ['no height', png(headerOf(64, 0), dataOf(rows(64, 1)), end)],
  ['a depth of 3 bits', png(headerOf(64, 32, [3, 0, 0, 0, 0]), dataOf(rows(64, 32)), end)],
  ['a palette of 16 bits', png(headerOf(64, 32, [16, 3, 0, 0, 0]), dataOf(rows(64, 32)), end)],
  ['color type 5', png(headerOf(64, 32, [8, 5, 0, 0, 0]), dataOf(rows(64, 32)), end)],
  ['another compression', png(headerOf(64, 32, [8, 6, 1, 0, 0]), dataOf(rows(64, 32)), end)],
  ['another filter method', png(headerOf(64, 32, [8, 6, 0, 1, 0]), dataOf(rows(64, 32)), end)],
  ['interlacing', png(headerOf(64, 32, [8, 6, 0, 0, 1]), dataOf(rows(64, 32)), end)],
  ['an unknown interlacing', png(headerOf(64, 32, [8, 6, 0, 0, 9]), dataOf(rows(64, 32)), end)],
  ['a short header', png(pngChunk('IHDR', Buffer.alloc(12)), dataOf(rows(64, 32)), end)],
  ['two headers', png(headerOf(64, 32), headerOf(64, 32), dataOf(rows(64, 32)), end)],
  ['pixels before the header', png(dataOf(rows(64, 32)), headerOf(64, 32), end)],
  ['no pixels', png(headerOf(64, 32), end)],
  ['empty pixels', png(headerOf(64, 32), pngChunk('IDAT', Buffer.alloc(0)), end)],
  ['pixels that are HTML', png(headerOf(64, 32), pngChunk('IDAT', html), end)],
  ['fewer pixels than the header has', png(headerOf(64, 32), dataOf(rows(64, 31)), end)],
  ['more pixels than the header has', png(headerOf(64, 32), dataOf(rows(64, 33)), end)],
  ['64 MB of zeros as pixels', png(headerOf(64, 32), pngChunk('IDAT', zeros()), end)],
  ['an unknown row filter', png(headerOf(1, 1), dataOf(Buffer.from([7, 0, 0, 0, 0])), end)],
  ['a palette that is missing', png(headerOf(64, 32, [8, 3, 0, 0, 0]), dataOf(rows(64, 32, 1)), end)],
  [
    'a color outside of the palette',
    png(
      headerOf(1, 1, [8, 3, 0, 0, 0]),
      pngChunk('PLTE', Buffer.from([1, 2, 3])),
      dataOf(Buffer.from([0, 9])),
      end,
    ),
  ],
  [
    'a palette of 4 bytes',
    png(headerOf(1, 1, [8, 3, 0, 0, 0]), pngChunk('PLTE', Buffer.alloc(4)), dataOf(Buffer.alloc(2)), end),
  ],
  [
    'a million empty chunks',
    png(headerOf(64, 32), Buffer.concat(Array(75_000).fill(pngChunk('tEXt', Buffer.alloc(0)))), end),
  ],
  ['a logo that is too wide', writePng(picture(1_025, 10))],
  ['a logo that is too high', writePng(picture(10, 257))],
  ['more than a megabyte', Buffer.concat([plain, Buffer.alloc(1_000_000)])],
]

function zeros(): Buffer {
  return deflateSync(Buffer.alloc(64_000_000))
}

test.each(refused)('refuses %s', (_what, bytes) => {
  const before = process.memoryUsage().arrayBuffers
  const prepared = preparePicture('logoLight', bytes)
  expect(prepared).toEqual({ fault: expect.any(String) })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64_000_000)
})

/** Valid pictures: only their pixels are kept. */
const cleaned: [what: string, bytes: Buffer][] = [
  ['HTML in a text chunk', withChunk(text('tEXt'))],
  ['HTML in a compressed text chunk', withChunk(text('zTXt'))],
  ['HTML in an international text chunk', withChunk(text('iTXt'))],
  ['a script in EXIF', withChunk(text('eXIf'))],
  ['a color profile', withChunk(text('iCCP'))],
  ['a private chunk', withChunk(text('evIl'))],
  ['an animation', withChunk(Buffer.concat([text('acTL'), text('fcTL'), text('fdAT')]))],
  ['pixels in many chunks', png(headerOf(64, 32), ...split(deflateSync(rows(64, 32))), end)],
  [
    'HTML behind the compressed pixels',
    png(headerOf(64, 32), pngChunk('IDAT', Buffer.concat([deflateSync(rows(64, 32)), html])), end),
  ],
]

function split(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (_, at) => pngChunk('IDAT', bytes.subarray(at, at + 1)))
}

test.each(cleaned)('keeps only the pixels of a picture with %s', (_what, bytes) => {
  const prepared = preparePicture('logoLight', bytes)
  if ('fault' in prepared) throw new Error(prepared.fault)
  const [stored] = prepared.pictures
  expect(Buffer.from(stored!.png)).toEqual(
    writePng({ width: 64, height: 32, rgba: new Uint8Array(64 * 32 * 4) }),
  )
})

test('there are 60 hostile pictures', () => {
  expect(refused.length + cleaned.length).toBeGreaterThanOrEqual(60)
})

test.each([
  ['too small', writePng(picture(511, 511)), 'too_small'],
  ['not square', writePng(picture(600, 601)), 'not_square'],
])('refuses an icon that is %s', (_what, bytes, fault) => {
  expect(preparePicture('icon', bytes)).toEqual({ fault })
})
