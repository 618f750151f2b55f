// Geofences in the exchange format of map programs: a GeoJSON Feature, or a collection of them.

import type { Chunk } from '../../platform/http/paging.ts'

export const geoJsonType = 'application/geo+json'

const known = ['name', 'description', 'radius', 'color', 'tags']

/** Converts a Feature to a document and drops unknown properties. Anything else stays unchanged. */
export function fromFeature(body: unknown): unknown {
  if (!isObject(body) || body.type !== 'Feature') return body
  const properties = isObject(body.properties) ? body.properties : {}
  const geometry = isObject(body.geometry)
    ? { type: body.geometry.type, coordinates: body.geometry.coordinates }
    : body.geometry
  const given = known.filter((name) => properties[name] !== undefined)
  return { ...Object.fromEntries(given.map((name) => [name, properties[name]])), geometry }
}

/** The text of a collection, chunk by chunk. `end` is called last, for members after the features. */
export async function* writeCollection(
  chunks: AsyncIterable<Chunk>,
  end: (count: number) => Promise<object>,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let count = 0
  for await (const chunk of chunks) {
    if (chunk.count > 0) yield (count > 0 ? ',' : '') + chunk.json
    count += chunk.count
  }
  const more = JSON.stringify(await end(count)).slice(1, -1)
  yield more ? `],${more}}` : ']}'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
