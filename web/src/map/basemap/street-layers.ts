// The layers of one map with streets, in groups, so that those of several maps can be combined.
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { Language } from './look.ts'
import { medium, semiBold } from './map-fonts.ts'
import type { Palette } from './palette.ts'
import type { RoadKind, StreetSchema, Vocabulary } from './street-schema.ts'
import { vocabularies } from './street-schema.ts'

export interface StreetSource {
  /** Also the beginning of the ids of its layers. */
  source: string
  schema: StreetSchema
  /** Below it, the built-in map is shown. */
  fromZoom: number
}

export interface StreetLayers {
  areas: LayerSpecification[]
  roads: LayerSpecification[]
  roadLabels: LayerSpecification[]
  placeLabels: LayerSpecification[]
  /** Of states and countries, which the built-in map has too. */
  regionLabels: LayerSpecification[]
}

type Look = { palette: Palette; language: Language }

export function streetLayers(street: StreetSource, look: Look): StreetLayers {
  const words = vocabularies[street.schema]
  return {
    areas: areaLayers(street, words, look.palette),
    roads: [...roadLayers(street, words, look.palette), ...boundaryLayers(street, words, look.palette)],
    roadLabels: roadLabels(street, words, look),
    placeLabels: placeLabels(street, words, look),
    regionLabels: regionLabels(street, words, look),
  }
}

function isOf(words: Vocabulary, kinds: string[]): ExpressionSpecification {
  return ['match', ['get', words.kind], kinds, true, false]
}

/** OpenMapTiles also has the name in Latin letters; tilemaker writes no other. */
function nameIn(language: Language): ExpressionSpecification {
  const attributes = [`name:${language}`, `name_${language}`, 'name:latin', 'name']
  return ['coalesce', ...attributes.map((name): ExpressionSpecification => ['get', name])]
}

function areaLayers(
  { source, fromZoom }: StreetSource,
  words: Vocabulary,
  palette: Palette,
): LayerSpecification[] {
  const isPolygon: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
  const area = (
    name: string,
    layer: string,
    color: string,
    filter: FilterSpecification = isPolygon,
    minzoom = fromZoom,
  ): LayerSpecification => ({
    id: `${source}-${name}`,
    type: 'fill',
    source,
    'source-layer': layer,
    minzoom,
    filter,
    paint: { 'fill-color': color },
  })
  return [
    ...(words.earth ? [area('earth', words.earth, palette.land)] : []),
    ...words.green.map(([layer, kinds]) => area(layer, layer, palette.green, isOf(words, kinds))),
    area('water', words.water, palette.water),
    {
      id: `${source}-rivers`,
      type: 'line',
      source,
      'source-layer': words.rivers,
      minzoom: fromZoom,
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': palette.river,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 16, 3],
      },
    },
    area('buildings', words.buildings, palette.building, isPolygon, Math.max(fromZoom, 14)),
  ]
}

/** Widths in pixels at zooms 6, 12 and 18. */
type Widths = [number, number, number]

function roadLayers(
  { source, fromZoom }: StreetSource,
  words: Vocabulary,
  palette: Palette,
): LayerSpecification[] {
  const road = (name: string, kind: RoadKind, color: string, widths: Widths): LayerSpecification => ({
    id: `${source}-road-${name}`,
    type: 'line',
    source,
    'source-layer': words.roads,
    minzoom: fromZoom,
    filter: ['all', ['==', ['geometry-type'], 'LineString'], isOf(words, words.roadKinds[kind])],
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
  })
  return [
    road('minor-edge', 'minor', palette.roadEdge, [0, 1, 14]),
    road('major-edge', 'major', palette.roadEdge, [0.6, 3, 22]),
    road('highway-edge', 'highway', palette.highwayEdge, [1.4, 4.6, 28]),
    road('path', 'path', palette.roadEdge, [0, 0.3, 3]),
    road('minor', 'minor', palette.road, [0, 0.6, 11]),
    road('major', 'major', palette.road, [0.3, 2, 18]),
    road('highway', 'highway', palette.highway, [0.7, 3.2, 24]),
    road('rail', 'rail', palette.stateLine, [0.2, 0.8, 2]),
  ]
}

function boundaryLayers(
  { source, fromZoom }: StreetSource,
  words: Vocabulary,
  palette: Palette,
): LayerSpecification[] {
  const line = { type: 'line', source, 'source-layer': words.boundaries, minzoom: fromZoom } as const
  return [
    {
      ...line,
      id: `${source}-states`,
      filter: ['all', words.isBoundary, ['!', words.isCountryBorder]],
      paint: { 'line-color': palette.stateLine, 'line-dasharray': [3, 2] },
    },
    {
      ...line,
      id: `${source}-borders`,
      filter: words.isCountryBorder,
      paint: { 'line-color': palette.border },
    },
  ]
}

function roadLabels({ source, fromZoom }: StreetSource, words: Vocabulary, look: Look): LayerSpecification[] {
  const { palette, language } = look
  const label = (
    name: string,
    minzoom: number,
    kinds: RoadKind[],
    text: ExpressionSpecification,
  ): SymbolLayerSpecification => ({
    id: `${source}-${name}`,
    type: 'symbol',
    source,
    'source-layer': words.roadNames,
    minzoom: Math.max(fromZoom, minzoom),
    filter: isOf(
      words,
      kinds.flatMap((kind) => words.roadKinds[kind]),
    ),
    layout: {
      'text-field': text,
      'text-font': [medium],
      'text-size': 11.5,
      'symbol-placement': 'line',
      'symbol-spacing': 300,
    },
    paint: { 'text-color': palette.stateLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.3 },
  })
  return [
    label('road-names', 13, ['highway', 'major', 'minor'], nameIn(language)),
    label('road-numbers', 8, ['highway', 'major'], ['coalesce', ['get', 'ref'], ['get', 'shield_text'], '']),
  ]
}

interface PlaceStyle {
  font: string
  /** At zooms 3 and 12. */
  sizes: [number, number]
  color: string
  minzoom?: number
  maxzoom?: number
}

function placeLabel(
  { source, fromZoom }: StreetSource,
  words: Vocabulary,
  { palette, language }: Look,
  name: string,
  filter: FilterSpecification,
  { font, sizes, color, minzoom = 0, ...rest }: PlaceStyle,
): SymbolLayerSpecification {
  return {
    id: `${source}-${name}`,
    type: 'symbol',
    source,
    'source-layer': words.places,
    minzoom: Math.max(fromZoom, minzoom),
    ...rest,
    filter,
    layout: {
      'text-field': nameIn(language),
      'text-font': [font],
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, sizes[0], 12, sizes[1]],
      'text-max-width': 8,
      'text-padding': 10,
      'symbol-sort-key': words.townOrder,
    },
    paint: { 'text-color': color, 'text-halo-color': palette.land, 'text-halo-width': 1.3 },
  }
}

function placeLabels(street: StreetSource, words: Vocabulary, look: Look): LayerSpecification[] {
  const color = look.palette.townLabel
  const isTown = isOf(words, words.townKinds)
  const label = (name: string, filter: FilterSpecification, style: Omit<PlaceStyle, 'color'>) =>
    placeLabel(street, words, look, name, filter, { ...style, color })
  return [
    label('districts', isOf(words, words.districtKinds), { font: medium, sizes: [10, 12], minzoom: 12 }),
    label('towns', ['all', isTown, ['!', words.isLargeTown]], { font: medium, sizes: [10, 14] }),
    label('large-towns', ['all', isTown, words.isLargeTown], { font: semiBold, sizes: [11, 18] }),
  ]
}

function regionLabels(street: StreetSource, words: Vocabulary, look: Look): LayerSpecification[] {
  const { stateLabel, countryLabel } = look.palette
  return [
    placeLabel(street, words, look, 'state-labels', isOf(words, words.stateKinds), {
      font: medium,
      sizes: [9, 11],
      color: stateLabel,
      minzoom: 4,
      maxzoom: 9,
    }),
    placeLabel(street, words, look, 'country-labels', isOf(words, ['country']), {
      font: semiBold,
      sizes: [12, 17],
      color: countryLabel,
      maxzoom: 8,
    }),
  ]
}
