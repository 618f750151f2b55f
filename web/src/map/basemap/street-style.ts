// Styles with streets: the operator's maps above the built-in world, or one remote archive of the whole world.
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import type { StreetMap } from '../../session/web-config.ts'
import { worldLayers, worldSource } from './basemap-style.ts'
import type { Look } from './look.ts'
import { fontFaces } from './map-fonts.ts'
import { palettes } from './palette.ts'
import type { StreetLayers } from './street-layers.ts'
import { streetLayers } from './street-layers.ts'

/** The built-in map ends at zoom 7; below, it covers more and is as detailed. */
const streetsFromZoom = 7

const groups = ['areas', 'roads', 'roadLabels'] as const

/** Labels of the built-in map are left out where a map with streets has its own. */
function isUncovered({ coverage, minZoom }: StreetMap): ExpressionSpecification {
  const rings = coverage.map(([west, south, east, north]) => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ])
  const isInside: ExpressionSpecification = ['within', { type: 'MultiPolygon', coordinates: rings }]
  return ['any', ['<', ['zoom'], Math.max(streetsFromZoom, minZoom)], ['!', isInside]]
}

export function streetStyle(look: Look, maps: StreetMap[]): StyleSpecification {
  const palette = palettes[look.theme]
  const { theme, language } = look
  const world = worldLayers(look, ['all', ...maps.map(isUncovered)])
  const sources: StyleSpecification['sources'] = { ...worldSource() }
  const layersOf: StreetLayers[] = []
  for (const [at, { url, schema, minZoom, attribution }] of maps.entries()) {
    const source = `streets-${at}`
    sources[source] = { type: 'vector', url: `pmtiles://${url}`, attribution }
    const fromZoom = Math.max(streetsFromZoom, minZoom)
    layersOf.push(streetLayers({ source, schema, fromZoom }, { palette, language }))
  }
  return {
    version: 8,
    name: `Rastro streets ${theme}`,
    'font-faces': fontFaces,
    sources,
    layers: [
      ...world.shapes,
      ...groups.flatMap((group) => layersOf.flatMap((layers) => layers[group])),
      ...world.labels,
      ...layersOf.flatMap(({ placeLabels }) => placeLabels),
    ],
  }
}

/** An archive of the whole world in the Protomaps schema, without the built-in map. */
export function remoteStreetStyle(look: Look, url: string, attribution: string): StyleSpecification {
  const { theme, language } = look
  const palette = palettes[theme]
  const source = 'streets'
  const layers = streetLayers({ source, schema: 'protomaps', fromZoom: 0 }, { palette, language })
  return {
    version: 8,
    name: `Rastro streets ${theme}`,
    'font-faces': fontFaces,
    sources: { [source]: { type: 'vector', url: `pmtiles://${url}`, attribution } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': palette.water } },
      ...layers.areas,
      ...layers.roads,
      ...layers.roadLabels,
      ...layers.placeLabels,
      ...layers.regionLabels,
    ],
  }
}
