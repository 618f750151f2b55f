// Whether coordinates are on land, according to Rastro's own map.

import { readFileSync } from 'node:fs'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'

const world = new URL('../../../web/public/basemap/world.pmtiles', import.meta.url)
const ZOOM = 7

export interface Land {
  isLand(latitude: number, longitude: number): Promise<boolean>
}

type Ring = { x: number; y: number }[]

export function openLand(): Land {
  const bytes = readFileSync(world)
  const tiles = new PMTiles({
    getKey: () => 'world',
    getBytes: async (offset, length) => {
      const data = new Uint8Array(bytes.subarray(offset, offset + length)).buffer
      return { data }
    },
  })
  const known = new Map<string, Promise<{ extent: number; rings: Ring[] }>>()

  async function read(x: number, y: number) {
    const tile = await tiles.getZxy(ZOOM, x, y)
    const layer = tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers.land
    const rings = layer
      ? Array.from({ length: layer.length }, (_, at) => layer.feature(at).loadGeometry()).flat()
      : []
    return { extent: layer?.extent ?? 4_096, rings }
  }

  return {
    async isLand(latitude, longitude) {
      const side = 2 ** ZOOM
      const sine = Math.sin((latitude * Math.PI) / 180)
      const x = ((longitude + 180) / 360) * side
      const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side
      const [column, row] = [Math.floor(x), Math.floor(y)]
      const key = `${column}/${row}`
      known.set(key, known.get(key) ?? read(column, row))
      const { extent, rings } = await known.get(key)!
      const [px, py] = [(x - column) * extent, (y - row) * extent]
      return rings.filter((ring) => isIn(ring, px, py)).length % 2 === 1
    },
  }
}

function isIn(ring: Ring, x: number, y: number): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [a, b] = [ring[at]!, ring[before]!]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
