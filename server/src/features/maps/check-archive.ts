// Checks an archive before it is registered: all directories are read, and tiles from all parts are decoded.

import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { InvalidError } from '../../platform/http/errors.ts'
import type { Archive } from './archive/archive.ts'
import { openArchive, walkEntries } from './archive/archive.ts'
import { createCoverage } from './archive/coverage.ts'
import { damaged } from './archive/damaged.ts'
import { inflate } from './archive/inflate.ts'
import type { PictureType } from './archive/picture-size.ts'
import { readPictureSize } from './archive/picture-size.ts'
import { cleanAttribution } from './attribution.ts'
import type { MapFile, OnProgress } from './map.types.ts'
import type { Source } from './sources/source.types.ts'
import { declaredLayers, recogniseSchema } from './tile-schema.ts'

const maxSamples = 128
const maxTileBytes = 33_554_432
const maxFeatures = 2_000
const tileSizes = [256, 512] as const

export type Checked = Pick<
  MapFile,
  'bounds' | 'coverage' | 'minZoom' | 'maxZoom' | 'schema' | 'tileSizePx' | 'attribution' | 'tiles'
>

export async function checkArchive(source: Source, onProgress: OnProgress): Promise<Checked> {
  const archive = await openArchive(source)
  const { header, metadata } = archive
  const samples: { offset: number; bytes: number }[] = []
  // Every so many entries one; if there are too many, every second is dropped.
  let step = 1
  let count = 0
  let tiles = 0
  const coverage = createCoverage(header.minZoom, header.maxZoom)
  await walkEntries(archive, {
    onEntry(id, offset, bytes, run) {
      tiles += run
      coverage.add(id, run)
      if (count % step === 0) samples.push({ offset, bytes })
      count += 1
      if (samples.length <= maxSamples) return
      for (let at = 1; at < samples.length; at += 1) samples.splice(at, 1)
      step *= 2
    },
    onDirectories: (done, total) => onProgress('checking directories', done, total),
  })
  async function* readTiles() {
    for (const [at, sample] of samples.entries()) {
      yield await readTile(archive, sample)
      onProgress('checking tiles', at + 1, samples.length)
    }
  }
  const { bounds, minZoom, maxZoom, tileType } = header
  const where = { bounds, coverage: coverage.rectangles(), minZoom, maxZoom, tiles }
  if (tileType !== 'vector') {
    const tileSizePx = await checkPictures(readTiles(), tileType)
    return {
      ...where,
      schema: 'pictures',
      tileSizePx,
      attribution: cleanAttribution(metadata.attribution, ''),
    }
  }
  const layers = new Set<string>()
  for await (const tile of readTiles()) for (const layer of readLayers(tile)) layers.add(layer)
  if (layers.size === 0) throw damaged('its tiles are empty')
  const schema = recogniseSchema(layers.union(declaredLayers(metadata)))
  return { ...where, schema, attribution: cleanAttribution(metadata.attribution) }
}

async function readTile(
  { source, header }: Archive,
  sample: { offset: number; bytes: number },
): Promise<Uint8Array> {
  const packed = await source.read(header.tiles.offset + sample.offset, sample.bytes)
  return inflate(packed, header.tileCompression, maxTileBytes, 'a tile')
}

async function checkPictures(tiles: AsyncIterable<Uint8Array>, type: PictureType): Promise<256 | 512> {
  let found: 256 | 512 | undefined
  for await (const tile of tiles) {
    const { width, height } = readPictureSize(tile, type)
    const size = tileSizes.find((one) => one === width && one === height)
    if (!size || (found && size !== found)) {
      const message = `The archive has tiles of ${width} x ${height} pixels; all must have 256 x 256, or all 512 x 512.`
      throw new InvalidError('maps.unsupported', message)
    }
    found = size
  }
  if (!found) throw damaged('it has no tiles')
  return found
}

function readLayers(bytes: Uint8Array): string[] {
  try {
    const { layers } = new VectorTile(new PbfReader(bytes))
    for (const layer of Object.values(layers)) {
      for (let at = 0; at < Math.min(layer.length, maxFeatures); at += 1) layer.feature(at).loadGeometry()
    }
    return Object.keys(layers)
  } catch (error) {
    throw damaged(`a tile cannot be decoded: ${(error as Error).message}`)
  }
}
