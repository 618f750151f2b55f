// Reads the files of the source packages.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

const require = createRequire(import.meta.url)

export type Topo = Topology<Record<string, GeometryCollection<Record<string, unknown>>>>

export function readJson<Shape>(packageFile: string): Shape {
  return JSON.parse(readFileSync(require.resolve(packageFile), 'utf8')) as Shape
}

export function featuresOf(topo: Topo, objectName: string): GeoJSON.Feature[] {
  return feature(topo, topo.objects[objectName]!).features
}

export type Names = { en: string; es: string; pt: string }

/** Spanish and Portuguese only where they differ from English, because most names do not. */
export function nameProperties(names: Names): Record<string, string> {
  return {
    name: names.en,
    ...(names.es === names.en ? {} : { name_es: names.es }),
    ...(names.pt === names.en ? {} : { name_pt: names.pt }),
  }
}

export function point(
  coordinates: [number, number],
  properties: Record<string, string | number | boolean>,
): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates }, properties }
}
