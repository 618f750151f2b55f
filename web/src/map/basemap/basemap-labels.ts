// The labels of the built-in map. Later layers have priority: countries, then towns, then states.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Language } from './look.ts'
import { medium, semiBold } from './map-fonts.ts'
import type { Palette } from './palette.ts'

// Each label has the zoom from which there is room for it; filters see integer zooms only.
const hasAppeared: ExpressionSpecification = ['<=', ['get', 'mz'], ['zoom']]
const isLarge: ExpressionSpecification = ['<=', ['get', 'rank'], 2]

/** A localized name is in the tiles only where it differs from English. */
function nameIn(language: Language): ExpressionSpecification {
  return language === 'en' ? ['get', 'name'] : ['coalesce', ['get', `name_${language}`], ['get', 'name']]
}

function townSize(large: number, middle: number, small: number): ExpressionSpecification {
  return ['match', ['get', 'rank'], 1, large, 2, middle, small]
}

function seaLabels(palette: Palette, language: Language, source: string): LayerSpecification {
  return {
    id: 'sea-labels',
    type: 'symbol',
    source,
    'source-layer': 'sea_labels',
    minzoom: 1.5,
    maxzoom: 7,
    filter: hasAppeared,
    layout: {
      'text-field': nameIn(language),
      'text-font': [medium],
      'text-size': ['interpolate', ['linear'], ['zoom'], 1.5, 10.5, 5, 14],
      'text-letter-spacing': 0.12,
      'text-max-width': 7,
      'text-padding': 8,
    },
    paint: { 'text-color': palette.seaLabel, 'text-halo-color': palette.water, 'text-halo-width': 1 },
  }
}

function stateLabels(palette: Palette, language: Language, source: string): LayerSpecification {
  return {
    id: 'state-labels',
    type: 'symbol',
    source,
    'source-layer': 'state_labels',
    minzoom: 4,
    maxzoom: 9,
    filter: hasAppeared,
    layout: {
      'text-field': nameIn(language),
      'text-font': [medium],
      'text-transform': 'uppercase',
      'text-size': ['interpolate', ['linear'], ['zoom'], 4, 9, 8, 11],
      'text-letter-spacing': 0.1,
      'text-max-width': 8,
      'text-padding': 10,
      'symbol-sort-key': ['get', 'mz'],
    },
    paint: { 'text-color': palette.stateLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
  }
}

function townLayers(
  palette: Palette,
  language: Language,
  source: string,
  isShown: ExpressionSpecification,
): LayerSpecification[] {
  return [
    {
      id: 'town-dots',
      type: 'circle',
      source,
      'source-layer': 'towns',
      minzoom: 2.5,
      filter: isShown,
      paint: {
        'circle-color': palette.townDot,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['case', isLarge, 1.7, 1.4],
          8,
          ['case', isLarge, 2.7, 2],
        ],
        'circle-stroke-color': palette.land,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'town-labels',
      type: 'symbol',
      source,
      'source-layer': 'towns',
      minzoom: 2.5,
      filter: isShown,
      layout: {
        'text-field': nameIn(language),
        'text-font': ['case', isLarge, ['literal', [semiBold]], ['literal', [medium]]],
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          townSize(11, 10.5, 10),
          7,
          townSize(14, 13, 11.5),
          11,
          townSize(18, 16, 13),
        ],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
        'text-justify': 'auto',
        'text-max-width': 8,
        'text-padding': 4,
        'symbol-sort-key': ['+', ['*', ['get', 'mz'], 10], ['get', 'rank']],
      },
      paint: { 'text-color': palette.townLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
    },
  ]
}

function countryLabels(palette: Palette, language: Language, source: string): LayerSpecification {
  return {
    id: 'country-labels',
    type: 'symbol',
    source,
    'source-layer': 'country_labels',
    maxzoom: 8,
    filter: hasAppeared,
    layout: {
      'text-field': nameIn(language),
      'text-font': [semiBold],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        1,
        ['match', ['get', 'mz'], 1, 11, 10],
        5,
        ['match', ['get', 'mz'], [1, 2], 17, 3, 15, 13],
      ],
      'text-letter-spacing': 0.05,
      'text-max-width': 6,
      'text-padding': 6,
      'symbol-sort-key': ['get', 'mz'],
    },
    paint: { 'text-color': palette.countryLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.4 },
  }
}

export function basemapLabels(
  palette: Palette,
  language: Language,
  source: string,
  where?: ExpressionSpecification,
): LayerSpecification[] {
  const isShown: ExpressionSpecification = where ? ['all', hasAppeared, where] : hasAppeared
  return [
    seaLabels(palette, language, source),
    stateLabels(palette, language, source),
    ...townLayers(palette, language, source, isShown),
    countryLabels(palette, language, source),
  ]
}
