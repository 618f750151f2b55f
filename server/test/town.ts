// A town of streets in an archive by the tile writer of the built-in map, in the schema of Protomaps or OpenMapTiles.

import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { writePmtiles } from '../../web/basemap/pmtiles-writer.ts'
import type { Tile } from '../../web/basemap/tiles.ts'
import type { TileSchema } from '../src/features/maps/map.types.ts'
import { pngOf } from './pictures.ts'

type Bounds = [west: number, south: number, east: number, north: number]
type Properties = Record<string, string | number>
type Layers = Record<string, GeoJSON.Feature[]>

export interface Town {
  name: string
  longitude: number
  latitude: number
}

export const calatayud: Town = { name: 'Calatayud', longitude: -1.6431, latitude: 41.3532 }
/** Within the same area, as far as a tile of zoom 9. */
export const soria: Town = { name: 'Soria', longitude: -2.4688, latitude: 41.7666 }

/** Half of the width of a town. */
const reach = 0.03
const extent = 4_096

const line = (coordinates: [number, number][], properties: Properties): GeoJSON.Feature => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates },
  properties,
})

const rectangle = ([west, south, east, north]: Bounds, properties: Properties): GeoJSON.Feature => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
  properties,
})

const point = ({ longitude, latitude }: Town, properties: Properties): GeoJSON.Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties,
})

export function boundsOf({ longitude, latitude }: Town, more = reach): Bounds {
  return [longitude - more, latitude - more, longitude + more, latitude + more]
}

/** Streets in a grid, a motorway, a river, a park, and a building between each two streets. */
function shapesOf(town: Town) {
  const [west, south, east, north] = boundsOf(town)
  const step = reach / 5
  const streets: { at: [number, number][]; name: string }[] = []
  const buildings: Bounds[] = []
  for (let index = 1; index < 10; index += 1) {
    const [x, y] = [west + index * step, south + index * step]
    streets.push({
      at: [
        [x, south],
        [x, north],
      ],
      name: `Calle ${index} de ${town.name}`,
    })
    streets.push({
      at: [
        [west, y],
        [east, y],
      ],
      name: `Avenida ${index} de ${town.name}`,
    })
    for (let other = 1; other < 10; other += 1) {
      const corner = south + other * step
      buildings.push([x + step * 0.2, corner + step * 0.2, x + step * 0.6, corner + step * 0.6])
    }
  }
  const motorway: [number, number][] = [
    [west, south],
    [town.longitude, town.latitude - step / 2],
    [east, north],
  ]
  const river: Bounds = [west, town.latitude + step * 0.4, east, town.latitude + step * 0.7]
  const park: Bounds = [west + step, south + step, west + 2 * step, south + 2 * step]
  return { streets, buildings, motorway, river, park, all: boundsOf(town, 2 * reach) }
}

function protomaps(town: Town): Layers {
  const { streets, buildings, motorway, river, park, all } = shapesOf(town)
  return {
    earth: [rectangle(all, { kind: 'earth' })],
    water: [rectangle(river, { kind: 'river' })],
    landuse: [rectangle(park, { kind: 'park' })],
    roads: [
      ...streets.map(({ at, name }) => line(at, { kind: 'minor_road', name })),
      line(motorway, { kind: 'highway', name: 'Autovía del Nordeste', ref: 'A-2' }),
    ],
    buildings: buildings.map((box) => rectangle(box, { kind: 'building' })),
    places: [
      point(town, { kind: 'locality', name: town.name, 'name:pt': `${town.name} (pt)`, population_rank: 8 }),
    ],
    boundaries: [],
  }
}

function openMapTiles(town: Town): Layers {
  const { streets, buildings, motorway, river, park } = shapesOf(town)
  const roads = [
    ...streets.map(({ at, name }) => ({ at, properties: { class: 'minor', 'name:latin': name } })),
    { at: motorway, properties: { class: 'motorway', 'name:latin': 'Autovía del Nordeste', ref: 'A-2' } },
  ]
  return {
    water: [rectangle(river, { class: 'river' })],
    landcover: [rectangle(park, { class: 'grass' })],
    transportation: roads.map(({ at, properties }) => line(at, { class: properties.class })),
    transportation_name: roads.map(({ at, properties }) => line(at, properties)),
    building: buildings.map((box) => rectangle(box, {})),
    place: [point(town, { class: 'town', name: town.name, 'name:pt': `${town.name} (pt)`, rank: 10 })],
  }
}

function tileBoxOf([west, south, east, north]: Bounds, zoom: number) {
  const side = 2 ** zoom
  const row = (latitude: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * side)
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * side)
  return { left: column(west), right: column(east), top: row(north), bottom: row(south) }
}

/** An archive of these towns; all of their tiles, and no others. */
export function makeTowns(
  towns: Town[],
  {
    schema = 'protomaps',
    maxZoom = 14,
    more = {},
  }: { schema?: TileSchema; maxZoom?: number; more?: object } = {},
): Buffer {
  const layers: Layers = {}
  for (const town of towns) {
    for (const [name, features] of Object.entries(
      (schema === 'protomaps' ? protomaps : openMapTiles)(town),
    )) {
      layers[name] = [...(layers[name] ?? []), ...features]
    }
  }
  const indexes = Object.entries(layers).map(([name, features]) => {
    const options = { maxZoom, indexMaxZoom: 5, extent, buffer: 64, tolerance: 3 }
    return { name, index: new GeoJSONVT({ type: 'FeatureCollection', features }, options) }
  })
  const tiles = new Map<string, Tile>()
  for (let z = 0; z <= maxZoom; z += 1) {
    for (const town of towns) {
      const { left, right, top, bottom } = tileBoxOf(boundsOf(town), z)
      for (let x = left; x <= right; x += 1) {
        for (let y = top; y <= bottom; y += 1) tiles.set(`${z}/${x}/${y}`, makeTile(indexes, z, x, y))
      }
    }
  }
  const boxes = towns.map((town) => boundsOf(town))
  const bounds: Bounds = [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ]
  const metadata = {
    name: 'Towns',
    attribution: '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>',
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
    ...more,
  }
  return writePmtiles([...tiles.values()], metadata, bounds)
}

function makeTile(indexes: { name: string; index: GeoJSONVT }[], z: number, x: number, y: number): Tile {
  const layers: Parameters<typeof fromGeojsonVt>[0] = {}
  for (const { name, index } of indexes) {
    const tile = index.getTile(z, x, y)
    if (tile?.features.length) layers[name] = tile
  }
  return { z, x, y, bytes: gzipSync(fromGeojsonVt(layers, { version: 2, extent })) }
}

/** An archive of pictures of one color. */
export function makePictures(
  town: Town,
  { sizePx = 256, maxZoom = 12, more = {} }: { sizePx?: number; maxZoom?: number; more?: object } = {},
): Buffer {
  const picture = pngOf(sizePx, [40, 90, 60])
  const tiles: Tile[] = []
  for (let z = 0; z <= maxZoom; z += 1) {
    const { left, right, top, bottom } = tileBoxOf(boundsOf(town), z)
    for (let x = left; x <= right; x += 1) {
      for (let y = top; y <= bottom; y += 1) tiles.push({ z, x, y, bytes: picture })
    }
  }
  return writePmtiles(tiles, { name: 'Pictures', ...more }, boundsOf(town), 2)
}
