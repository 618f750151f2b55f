// Recognises the layers of vector tiles: only for known ones there is a style.

import { InvalidError } from '../../platform/http/errors.ts'
import type { TileSchema } from './map.types.ts'

const needed: Record<TileSchema, string[]> = {
  protomaps: ['earth', 'water', 'roads', 'places'],
  openmaptiles: ['water', 'transportation', 'place'],
}
/** Protomaps had other layers and attributes before version 4. */
const beforeVersion4 = ['natural', 'transit', 'physical_line', 'physical_point', 'mask']

export function recogniseSchema(layers: Set<string>): TileSchema {
  const found = (Object.keys(needed) as TileSchema[]).find((schema) =>
    needed[schema].every((layer) => layers.has(layer)),
  )
  if (found === 'protomaps' && beforeVersion4.some((layer) => layers.has(layer))) {
    const message = 'The tiles have the Protomaps schema of a version before 4. Use a newer archive.'
    throw new InvalidError('maps.unsupported', message)
  }
  if (found) return found
  const names = [...layers].sort().slice(0, 20).join(', ') || 'none'
  throw new InvalidError(
    'maps.unsupported',
    `The tiles have neither the Protomaps nor the OpenMapTiles schema. Their layers: ${names}.`,
  )
}

/** The layers that the metadata declare; empty if they declare none. */
export function declaredLayers(metadata: Record<string, unknown>): Set<string> {
  const { vector_layers: layers } = metadata
  if (!Array.isArray(layers)) return new Set()
  const names = layers.slice(0, 200).map((layer: { id?: unknown } | null) => layer?.id)
  return new Set(names.filter((name): name is string => typeof name === 'string' && name.length <= 100))
}
