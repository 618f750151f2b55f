// Checks an archive before it is registered: all directories are read, and tiles from all parts are decoded.

import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Archive } from './archive/archive.ts'
import { openArchive, walkEntries } from './archive/archive.ts'
import { createCoverage } from './archive/coverage.ts'
import { damaged } from './archive/damaged.ts'
import { inflate } from './archive/inflate.ts'
import { cleanAttribution } from './attribution.ts'
import type { MapFile, OnProgress } from './map.types.ts'
import type { Source } from './sources/source.types.ts'
import { declaredLayers, recogniseSchema } from './tile-schema.ts'

const maxSamples = 128
const maxTileBytes = 33_554_432
const maxFeatures = 2_000

export type Checked = Pick<
  MapFile,
  'bounds' | 'coverage' | 'minZoom' | 'maxZoom' | 'schema' | 'attribution' | 'tiles'
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
  const layers = new Set<string>()
  for (const [at, sample] of samples.entries()) {
    for (const layer of await readLayers(archive, sample)) layers.add(layer)
    onProgress('checking tiles', at + 1, samples.length)
  }
  if (layers.size === 0) throw damaged('its tiles are empty')
  const { bounds, minZoom, maxZoom } = header
  const schema = recogniseSchema(layers.union(declaredLayers(metadata)))
  const attribution = cleanAttribution(metadata.attribution)
  return { bounds, coverage: coverage.rectangles(), minZoom, maxZoom, schema, attribution, tiles }
}

async function readLayers(
  { source, header }: Archive,
  sample: { offset: number; bytes: number },
): Promise<string[]> {
  const packed = await source.read(header.tiles.offset + sample.offset, sample.bytes)
  const bytes = inflate(packed, header.tileCompression, maxTileBytes, 'a tile')
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
