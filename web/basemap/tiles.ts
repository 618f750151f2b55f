// Cuts the layers into vector tiles.
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'

export const lastZoom = 7

export type Layer = { name: string; fromZoom: number; toZoom: number; features: GeoJSON.Feature[] }
export type Tile = { z: number; x: number; y: number; bytes: Uint8Array }

const extent = 4_096

type Index = Layer & { index: GeoJSONVT }

function indexOf(layer: Layer): Index {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features: layer.features },
    { maxZoom: lastZoom, indexMaxZoom: 4, extent, buffer: 64, tolerance: 3 },
  )
  return { ...layer, index }
}

/** Features of later zooms are left out; tiles of the last zoom also serve all higher zooms. */
function appears(properties: { mz?: number } | null, z: number): boolean {
  return z === lastZoom || (properties?.mz ?? 0) <= z
}

function tileOf(indexes: Index[], z: number, x: number, y: number): Tile | undefined {
  const layers: Parameters<typeof fromGeojsonVt>[0] = {}
  for (const { name, index } of indexes) {
    const tile = index.getTile(z, x, y)
    const features = tile?.features.filter((feature: { tags: unknown }) =>
      appears(feature.tags as { mz?: number } | null, z),
    )
    if (tile && features?.length) layers[name] = { ...tile, features }
  }
  if (Object.keys(layers).length === 0) return undefined
  return { z, x, y, bytes: gzipSync(fromGeojsonVt(layers, { version: 2, extent }), { level: 9 }) }
}

/** Empty tiles are left out: the background of the style is the sea. */
export function* tilesOf(layers: Layer[]): Generator<Tile> {
  const indexes = layers.map(indexOf)
  for (let z = 0; z <= lastZoom; z += 1) {
    const seen = indexes.filter((layer) => layer.fromZoom <= z && z <= layer.toZoom)
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const tile = tileOf(seen, z, x, y)
        if (tile) yield tile
      }
    }
  }
}
