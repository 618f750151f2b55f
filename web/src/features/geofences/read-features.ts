// Reads the features of a map file: for each one the geofence it becomes, or why it cannot.

import type { Position, Shape, ShapeGeometry } from '../../live/shape.ts'
import { isColor } from './colors.ts'
import { countPositions } from './shape-edit.ts'

const maxPositions = 10_000
const longestName = 200
const longestDescription = 2_000

export type Unusable = 'noGeometry' | 'severalLines' | 'severalPoints' | 'mixed' | 'tooManyPositions'

export interface Candidate {
  /** Empty if the file has none. */
  name: string
  description: string | null
  tags: Record<string, string>
  /** Null if the file has none in our form. */
  color: string | null
  /** Without a radius if the file has none; the user is asked for one. */
  shape?: Shape
  reason?: Unusable
}

/** Throws a SyntaxError if the text is not GeoJSON. */
export function readGeoJson(text: string): Candidate[] {
  return readFeatures(JSON.parse(text))
}

export function readFeatures(document: unknown): Candidate[] {
  if (!isObject(document)) throw new SyntaxError('no GeoJSON')
  if (document.type === 'FeatureCollection' && Array.isArray(document.features)) {
    return named(document.features.map(readFeature))
  }
  if (document.type === 'Feature') return named([readFeature(document)])
  if (typeof document.type === 'string' && ('coordinates' in document || 'geometries' in document)) {
    return named([readFeature({ geometry: document })])
  }
  throw new SyntaxError('no GeoJSON')
}

function readFeature(feature: unknown): Candidate {
  const { properties, geometry } = isObject(feature) ? feature : {}
  const facts = isObject(properties) ? properties : {}
  const about = {
    name: textOf(facts, ['name', 'Name', 'NAME', 'title', 'label']).slice(0, longestName),
    description: textOf(facts, ['description', 'desc']).slice(0, longestDescription) || null,
    tags: tagsOf(facts.tags),
    color: isColor(facts.color) ? facts.color : null,
  }
  const read = geometryOf(geometry)
  if (typeof read === 'string') return { ...about, reason: read }
  if (countPositions(read) > maxPositions) return { ...about, reason: 'tooManyPositions' }
  const isRound = read.type === 'Point' || read.type === 'LineString'
  const radius = Number(facts.radius)
  return { ...about, shape: { geometry: read, radiusM: isRound && radius >= 1 ? radius : null } }
}

/** A collection with one geometry means that geometry. */
function geometryOf(geometry: unknown): ShapeGeometry | Unusable {
  if (!isObject(geometry)) return 'noGeometry'
  const { type, coordinates, geometries } = geometry
  if (type === 'GeometryCollection') return gathered(Array.isArray(geometries) ? geometries : [])
  if (!Array.isArray(coordinates) || coordinates.length === 0) return 'noGeometry'
  const flat = flattened(coordinates)
  switch (type) {
    case 'Point':
    case 'LineString':
    case 'Polygon':
    case 'MultiPolygon':
      return { type, coordinates: flat } as ShapeGeometry
    case 'MultiPoint':
      if (coordinates.length > 1) return 'severalPoints'
      return { type: 'Point', coordinates: flat[0] as Position }
    case 'MultiLineString':
      if (coordinates.length > 1) return 'severalLines'
      return { type: 'LineString', coordinates: flat[0] as Position[] }
    default:
      return 'noGeometry'
  }
}

function gathered(geometries: unknown[]): ShapeGeometry | Unusable {
  const all = geometries.map(geometryOf)
  const [only] = all
  if (all.length === 1 && only) return only
  const areas = all.flatMap((one) => {
    if (typeof one === 'string') return []
    if (one.type === 'Polygon') return [one.coordinates]
    return one.type === 'MultiPolygon' ? one.coordinates : []
  })
  const areAllAreas = all.every(
    (one) => typeof one !== 'string' && (one.type === 'Polygon' || one.type === 'MultiPolygon'),
  )
  if (all.length === 0) return 'noGeometry'
  return areAllAreas ? { type: 'MultiPolygon', coordinates: areas } : 'mixed'
}

/** Drops heights and times after longitude and latitude. */
function flattened(coordinates: unknown[]): unknown[] {
  if (typeof coordinates[0] === 'number') return coordinates.slice(0, 2)
  return coordinates.map((one) => (Array.isArray(one) ? flattened(one) : one))
}

/** Names are unique in an account: repeated ones get a number. */
function named(candidates: Candidate[]): Candidate[] {
  const seen = new Map<string, number>()
  return candidates.map((candidate) => {
    const count = (seen.get(candidate.name) ?? 0) + 1
    seen.set(candidate.name, count)
    return candidate.name && count > 1 ? { ...candidate, name: `${candidate.name} (${count})` } : candidate
  })
}

function textOf(facts: Record<string, unknown>, names: string[]): string {
  for (const name of names) {
    const fact = facts[name]
    // KML parsers return a description with HTML as an object.
    const text = isObject(fact) ? fact.value : fact
    if ((typeof text === 'string' || typeof text === 'number') && String(text).trim() !== '') {
      return String(text).trim()
    }
  }
  return ''
}

function tagsOf(tags: unknown): Record<string, string> {
  if (!isObject(tags)) return {}
  return Object.fromEntries(
    Object.entries(tags).filter((tag): tag is [string, string] => typeof tag[1] === 'string'),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
