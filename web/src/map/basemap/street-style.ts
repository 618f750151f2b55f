// A style for an operator's own OpenStreetMap tiles in the Protomaps schema, with streets.
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { Language, Look } from './look.ts'
import { fontFaces, medium, semiBold } from './map-fonts.ts'
import type { Palette } from './palette.ts'
import { palettes } from './palette.ts'

const source = 'streets'

// Ranks increase with population; this one is about 200,000.
const largeTownRank = 10

function kindIs(...kinds: string[]): ExpressionSpecification {
  return ['match', ['get', 'kind'], kinds, true, false]
}

function nameIn(language: Language): ExpressionSpecification {
  return ['coalesce', ['get', `name:${language}`], ['get', 'name']]
}

function areaLayers(palette: Palette): LayerSpecification[] {
  const green = kindIs(
    'park',
    'forest',
    'wood',
    'grass',
    'grassland',
    'nature_reserve',
    'national_park',
    'cemetery',
  )
  const area = (id: string, sourceLayer: string, color: string): LayerSpecification => ({
    id,
    type: 'fill',
    source,
    'source-layer': sourceLayer,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': color },
  })
  return [
    { id: 'background', type: 'background', paint: { 'background-color': palette.water } },
    area('earth', 'earth', palette.land),
    { ...area('landuse', 'landuse', palette.green), filter: green } as LayerSpecification,
    area('water', 'water', palette.water),
    {
      id: 'rivers',
      type: 'line',
      source,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': palette.river,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 16, 3],
      },
    },
    { ...area('buildings', 'buildings', palette.building), minzoom: 14 } as LayerSpecification,
  ]
}

/** Widths in pixels at zooms 6, 12 and 18. */
function road(
  id: string,
  kinds: string[],
  color: string,
  widths: [number, number, number],
): LayerSpecification {
  return {
    id,
    type: 'line',
    source,
    'source-layer': 'roads',
    filter: kindIs(...kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': [
        'interpolate',
        ['exponential', 1.6],
        ['zoom'],
        6,
        widths[0],
        12,
        widths[1],
        18,
        widths[2],
      ],
    },
  }
}

function roadLayers(palette: Palette): LayerSpecification[] {
  return [
    road('road-minor-edge', ['minor_road'], palette.roadEdge, [0, 1, 14]),
    road('road-major-edge', ['major_road'], palette.roadEdge, [0.6, 3, 22]),
    road('road-highway-edge', ['highway'], palette.highwayEdge, [1.4, 4.6, 28]),
    road('road-path', ['path'], palette.roadEdge, [0, 0.3, 3]),
    road('road-minor', ['minor_road'], palette.road, [0, 0.6, 11]),
    road('road-major', ['major_road'], palette.road, [0.3, 2, 18]),
    road('road-highway', ['highway'], palette.highway, [0.7, 3.2, 24]),
    road('rail', ['rail'], palette.stateLine, [0.2, 0.8, 2]),
  ]
}

function boundaryLayers(palette: Palette): LayerSpecification[] {
  const line = { type: 'line', source, 'source-layer': 'boundaries' } as const
  return [
    {
      ...line,
      id: 'states',
      minzoom: 3.5,
      filter: ['!', kindIs('country')],
      paint: { 'line-color': palette.stateLine, 'line-dasharray': [3, 2] },
    },
    { ...line, id: 'borders', filter: kindIs('country'), paint: { 'line-color': palette.border } },
  ]
}

function labelLayers(palette: Palette, language: Language): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.land, 'text-halo-width': 1.3 }
  const label = (
    id: string,
    kind: string,
    font: string,
    sizes: [number, number],
    color: string,
  ): SymbolLayerSpecification => ({
    id,
    type: 'symbol',
    source,
    'source-layer': 'places',
    filter: kindIs(kind),
    layout: {
      'text-field': nameIn(language),
      'text-font': [font],
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, sizes[0], 12, sizes[1]],
      'text-max-width': 8,
      'text-padding': 10,
      'symbol-sort-key': ['-', ['coalesce', ['get', 'population_rank'], 0]],
    },
    paint: { 'text-color': color, ...halo },
  })
  return [
    {
      id: 'road-labels',
      type: 'symbol',
      source,
      'source-layer': 'roads',
      minzoom: 12,
      filter: kindIs('highway', 'major_road', 'minor_road'),
      layout: {
        'text-field': nameIn(language),
        'text-font': [medium],
        'text-size': 11.5,
        'symbol-placement': 'line',
      },
      paint: { 'text-color': palette.stateLabel, ...halo },
    },
    { ...label('state-labels', 'region', medium, [9, 11], palette.stateLabel), minzoom: 4, maxzoom: 9 },
    {
      ...label('town-labels', 'locality', medium, [10, 14], palette.townLabel),
      filter: ['all', kindIs('locality'), ['<', ['coalesce', ['get', 'population_rank'], 0], largeTownRank]],
    },
    {
      ...label('large-town-labels', 'locality', semiBold, [11, 18], palette.townLabel),
      filter: ['all', kindIs('locality'), ['>=', ['coalesce', ['get', 'population_rank'], 0], largeTownRank]],
    },
    { ...label('country-labels', 'country', semiBold, [12, 17], palette.countryLabel), maxzoom: 8 },
  ]
}

export function streetStyle({
  theme,
  language,
  tilesUrl,
  attribution,
}: Look & { tilesUrl: string; attribution: string }): StyleSpecification {
  const palette = palettes[theme]
  return {
    version: 8,
    name: `Rastro streets ${theme}`,
    'font-faces': fontFaces,
    sources: { [source]: { type: 'vector', url: `pmtiles://${tilesUrl}`, attribution } },
    layers: [
      ...areaLayers(palette),
      ...roadLayers(palette),
      ...boundaryLayers(palette),
      ...labelLayers(palette, language),
    ],
  }
}
