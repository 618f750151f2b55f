// The style of a track. Widths distinguish kinds where colours cannot.

import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'
import type { useMapColors } from '../../map/layers/use-map-colors.ts'
import type { TrackColor } from './history-search.ts'
import { speedColors } from './speed-colors.ts'

export const trackSource = 'history-track'
export const pointSource = 'history-points'
export const hitLayer = 'history-hit'
export const pointLayers = ['history-stops', 'history-ends', 'history-alerts', 'history-left-out']
export const trackLayers = [
  'history-alerts',
  'history-left-out',
  'history-labels',
  'history-numbers',
  'history-stops',
  'history-ends',
  hitLayer,
  'history-line',
  'history-casing',
  'history-gap-labels',
  'history-gaps',
]

const tripColors = ['#1c6fd1', '#d9480f', '#2b8a3e', '#9c36b5', '#0b7285', '#a8640a']

const bySpeed = [
  'interpolate',
  ['linear'],
  ['get', 'kmh'],
  ...speedColors.flat(),
] as unknown as ExpressionSpecification
const byTrip = [
  'match',
  ['%', ['get', 'trip'], tripColors.length],
  ...tripColors.flatMap((color, i) => [i, color]),
  tripColors[0],
] as unknown as ExpressionSpecification

const isGap: ExpressionSpecification = ['==', ['get', 'kind'], 'gap']
const isTrip: ExpressionSpecification = ['==', ['get', 'kind'], 'trip']

/** Of the other lines, while one segment is selected. */
const faint = 0.3

/** A selected trip stands out. A selected stop is a point, and leaves the lines as they are. */
export function lineOpacity(selectedTrip: string | undefined): number | ExpressionSpecification {
  return selectedTrip === undefined ? 1 : ['case', ['==', ['get', 'id'], selectedTrip], 1, faint]
}

export function addTrackLayers(
  map: MapLibre,
  colors: ReturnType<typeof useMapColors>,
  color: TrackColor,
): void {
  const line = {
    type: 'line',
    source: trackSource,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  } as const
  map.addLayer({
    id: 'history-gaps',
    ...line,
    filter: isGap,
    paint: {
      'line-color': colors.text,
      'line-width': 2.5,
      'line-opacity': 0.7,
      'line-dasharray': [0.1, 2.4],
    },
  })
  map.addLayer({
    id: 'history-gap-labels',
    type: 'symbol',
    source: trackSource,
    filter: ['all', isGap, ['has', 'label']],
    layout: {
      'symbol-placement': 'line-center',
      'text-field': ['get', 'label'],
      'text-font': ['Inter SemiBold'],
      'text-size': 12,
      'text-rotation-alignment': 'viewport',
      'text-optional': true,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.8 },
  })
  map.addLayer({
    id: 'history-casing',
    ...line,
    filter: isTrip,
    paint: { 'line-color': colors.halo, 'line-width': 7, 'line-opacity': 0.9 },
  })
  map.addLayer({
    id: 'history-line',
    ...line,
    filter: isTrip,
    paint: { 'line-color': color === 'speed' ? bySpeed : byTrip, 'line-width': 4 },
  })
  map.addLayer({ id: hitLayer, ...line, filter: isTrip, paint: { 'line-width': 20, 'line-opacity': 0 } })
  addPoints(map, colors)
}

function addPoints(map: MapLibre, colors: ReturnType<typeof useMapColors>): void {
  const of = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]
  const circle = { type: 'circle', source: pointSource } as const
  map.addLayer({
    id: 'history-ends',
    ...circle,
    filter: of('end'),
    paint: {
      'circle-radius': 6,
      'circle-color': colors.halo,
      'circle-stroke-color': colors.text,
      'circle-stroke-width': 3,
    },
  })
  map.addLayer({
    id: 'history-stops',
    ...circle,
    filter: of('stop'),
    paint: {
      'circle-radius': 10,
      'circle-color': '#3b6fd8',
      'circle-stroke-color': '#fff',
      'circle-stroke-width': 2,
    },
  })
  map.addLayer({
    id: 'history-numbers',
    type: 'symbol',
    source: pointSource,
    filter: of('stop'),
    layout: {
      'text-field': ['get', 'number'],
      'text-font': ['Inter SemiBold'],
      'text-size': 11,
      // Of several stops at one point only one number is legible.
      'text-padding': 0,
    },
    paint: { 'text-color': '#fff' },
  })
  map.addLayer({
    id: 'history-labels',
    type: 'symbol',
    source: pointSource,
    filter: ['has', 'label'],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': ['Inter SemiBold'],
      'text-size': 12,
      'text-anchor': 'left',
      'text-offset': [1.3, 0],
      'text-optional': true,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.8 },
  })
  map.addLayer({
    id: 'history-left-out',
    type: 'symbol',
    source: pointSource,
    filter: of('leftOut'),
    layout: {
      'text-field': '×',
      'text-font': ['Inter SemiBold'],
      'text-size': 20,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': '#7a828d', 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
  })
  map.addLayer({
    id: 'history-alerts',
    ...circle,
    filter: of('alert'),
    paint: {
      'circle-radius': 6,
      'circle-color': ['match', ['get', 'severity'], 'warning', '#e69f0a', 'info', '#3b6fd8', '#d92d20'],
      'circle-stroke-color': '#fff',
      'circle-stroke-width': 2,
    },
  })
}
