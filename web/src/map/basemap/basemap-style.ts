// The built-in world map as a MapLibre style; see web/basemap for the tiles.
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { basemapLabels } from './basemap-labels.ts'
import type { Look } from './look.ts'
import { fontFaces } from './map-fonts.ts'
import type { Palette } from './palette.ts'
import { palettes } from './palette.ts'

const builtInTiles = '/basemap/world.pmtiles'

const attribution = [
  '<a href="https://www.naturalearthdata.com/" target="_blank" rel="noopener">Natural Earth</a>',
  '<a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a> ' +
    '(<a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noopener">CC BY</a>)',
].join(' · ')

const source = 'world'

function shapeLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    {
      id: 'coast-glow',
      type: 'line',
      source,
      'source-layer': 'land',
      layout: { 'line-join': 'round' },
      // A wider line than the tile margin would show the tile edges.
      paint: {
        'line-color': palette.coastGlow,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 2, 4, 6, 7, 12],
        'line-blur': ['interpolate', ['linear'], ['zoom'], 1, 1, 4, 4, 7, 9],
      },
    },
    { id: 'land', type: 'fill', source, 'source-layer': 'land', paint: { 'fill-color': palette.land } },
    {
      id: 'states',
      type: 'line',
      source,
      'source-layer': 'states',
      minzoom: 3.5,
      paint: {
        'line-color': palette.stateLine,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3.5, 0.6, 8, 1.3],
        'line-dasharray': [3, 2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3.5, 0, 4.5, 1],
      },
    },
    // Above the state borders, many of which run through lakes.
    { id: 'lakes', type: 'fill', source, 'source-layer': 'lakes', paint: { 'fill-color': palette.water } },
    {
      id: 'rivers',
      type: 'line',
      source,
      'source-layer': 'rivers',
      minzoom: 2.5,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': palette.river,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 6, 1.2, 10, 2.4],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 2.5, 0, 4, 1],
      },
    },
    {
      id: 'borders',
      type: 'line',
      source,
      'source-layer': 'borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 4, 0.9, 8, 1.6],
      },
    },
  ]
}

export function worldSource(tilesUrl = builtInTiles): StyleSpecification['sources'] {
  return { [source]: { type: 'vector', url: `pmtiles://${tilesUrl}`, attribution } }
}

/** Labels of towns are shown where `isShown` holds. */
export function worldLayers(
  { theme, language }: Look,
  isShown?: ExpressionSpecification,
): { shapes: LayerSpecification[]; labels: LayerSpecification[] } {
  const palette = palettes[theme]
  return { shapes: shapeLayers(palette), labels: basemapLabels(palette, language, source, isShown) }
}

export function basemapStyle({ tilesUrl, ...look }: Look & { tilesUrl?: string }): StyleSpecification {
  const { shapes, labels } = worldLayers(look)
  return {
    version: 8,
    name: `Rastro ${look.theme}`,
    'font-faces': fontFaces,
    sources: worldSource(tilesUrl),
    layers: [...shapes, ...labels],
  }
}
