// The header of a PMTiles archive, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md

import { InvalidError } from '../../../platform/http/errors.ts'
import { damaged } from './damaged.ts'

export const headerBytes = 127
/** Header and root directory are read with one request. */
export const maxHeadBytes = 16_384
const maxMetadataBytes = 4_194_304
const maxZoomOfTiles = 22
const degrees = 1e7
const tileTypes = ['unknown', 'vector', 'PNG', 'JPEG', 'WebP', 'AVIF', 'MapLibre vector'] as const
const supported = ['vector', 'PNG', 'JPEG', 'WebP'] as const
export type TileType = (typeof supported)[number]

export interface Section {
  offset: number
  bytes: number
}

export type Compression = 'none' | 'gzip'

export interface Header {
  root: Section
  metadata: Section
  leaves: Section
  tiles: Section
  addressedTiles: number
  tileEntries: number
  tileContents: number
  isClustered: boolean
  /** Of directories and metadata. */
  compression: Compression
  tileCompression: Compression
  tileType: TileType
  minZoom: number
  maxZoom: number
  bounds: [west: number, south: number, east: number, north: number]
}

const compressions: Record<number, Compression> = { 1: 'none', 2: 'gzip' }

function readWhole(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true))
  if (Number.isSafeInteger(value)) return value
  throw damaged('a number in the header is too large')
}

export function readHeader(bytes: Uint8Array, sizeBytes: number): Header {
  if (bytes.length < headerBytes) throw damaged('it is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (Buffer.from(bytes.subarray(0, 7)).toString('latin1') !== 'PMTiles') {
    throw damaged('it does not begin with "PMTiles"')
  }
  const version = view.getUint8(7)
  if (version !== 3) {
    const message = `The archive has version ${version} of the format, but only 3 is supported. Convert it: pmtiles convert`
    throw new InvalidError('maps.unsupported', message)
  }
  const section = (at: number): Section => ({ offset: readWhole(view, at), bytes: readWhole(view, at + 8) })
  const compressionAt = (at: number, of: string): Compression => {
    const found = compressions[view.getUint8(at)]
    if (found) return found
    throw new InvalidError(
      'maps.unsupported',
      `The ${of} of the archive must be compressed with gzip, or not.`,
    )
  }
  const angle = (at: number) => view.getInt32(at, true) / degrees
  const header: Header = {
    root: section(8),
    metadata: section(24),
    leaves: section(40),
    tiles: section(56),
    addressedTiles: readWhole(view, 72),
    tileEntries: readWhole(view, 80),
    tileContents: readWhole(view, 88),
    isClustered: view.getUint8(96) === 1,
    compression: compressionAt(97, 'directories'),
    tileCompression: compressionAt(98, 'tiles'),
    tileType: tileTypeOf(view.getUint8(99)),
    minZoom: view.getUint8(100),
    maxZoom: view.getUint8(101),
    bounds: [angle(102), angle(106), angle(110), angle(114)],
  }
  requireValid(header, sizeBytes)
  return header
}

function tileTypeOf(code: number): TileType {
  const found = tileTypes[code] ?? 'unknown'
  const type = supported.find((one) => one === found)
  if (type) return type
  const message = `The archive has ${found} tiles, but only ${supported.join(', ')} tiles are supported.`
  throw new InvalidError('maps.unsupported', message)
}

function requireValid(
  { root, metadata, leaves, tiles, minZoom, maxZoom, bounds }: Header,
  sizeBytes: number,
): void {
  const sections = { 'root directory': root, metadata, 'leaf directories': leaves, tiles }
  for (const [name, { offset, bytes }] of Object.entries(sections)) {
    if (bytes > 0 && offset < headerBytes) throw damaged(`the ${name} would be inside the header`)
    if (offset + bytes > sizeBytes)
      throw damaged(`the ${name} would end after the ${sizeBytes} bytes of the file`)
  }
  if (root.bytes === 0 || root.offset + root.bytes > maxHeadBytes)
    throw damaged('the root directory is too large')
  if (metadata.bytes > maxMetadataBytes) throw damaged('the metadata is too large')
  if (minZoom > maxZoom || maxZoom > maxZoomOfTiles)
    throw damaged(`it has the zooms ${minZoom} to ${maxZoom}`)
  const [west, south, east, north] = bounds
  if (!(west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90)) {
    throw damaged(`its bounds are ${bounds.join(', ')}`)
  }
}

/** Directories and metadata are compressed with gzip. */
export function writeHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('PMTiles')
  bytes.writeUInt8(3, 7)
  const wholes = [header.root, header.metadata, header.leaves, header.tiles]
    .flatMap(({ offset, bytes }) => [offset, bytes])
    .concat(header.addressedTiles, header.tileEntries, header.tileContents)
  for (const [at, value] of wholes.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  const code = (compression: Compression) => (compression === 'gzip' ? 2 : 1)
  const { minZoom, maxZoom, bounds } = header
  bytes.set([header.isClustered ? 1 : 0, code(header.compression), code(header.tileCompression)], 96)
  bytes.set([tileTypes.indexOf(header.tileType), minZoom, maxZoom], 99)
  for (const [at, angle] of bounds.entries()) bytes.writeInt32LE(Math.round(angle * degrees), 102 + 4 * at)
  const [west, south, east, north] = bounds
  bytes.writeUInt8(minZoom, 118)
  bytes.writeInt32LE(Math.round(((west + east) / 2) * degrees), 119)
  bytes.writeInt32LE(Math.round(((south + north) / 2) * degrees), 123)
  return bytes
}
