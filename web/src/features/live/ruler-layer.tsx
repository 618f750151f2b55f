import type { GeoJSONSource } from 'maplibre-gl'
import { useCallback, useEffect, useRef } from 'react'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { Point } from './measure.ts'

const source = 'ruler'
const layers = ['ruler-labels', 'ruler-points', 'ruler-line']

/** The measured line, with the distance at each point. */
export function RulerLayer({ points, labels }: { points: Point[]; labels: string[] }) {
  const map = useMap()
  const colors = useMapColors()
  const latest = useRef(toFeatures(points, labels))
  latest.current = toFeatures(points, labels)

  useInstalled(
    useCallback(
      (map) => {
        map.addSource(source, { type: 'geojson', data: latest.current })
        map.addLayer({
          id: 'ruler-line',
          type: 'line',
          source,
          paint: { 'line-color': colors.accent, 'line-width': 3, 'line-dasharray': [2, 1] },
        })
        map.addLayer({
          id: 'ruler-points',
          type: 'circle',
          source,
          filter: ['==', ['geometry-type'], 'Point'],
          paint: {
            'circle-radius': 5,
            'circle-color': colors.halo,
            'circle-stroke-color': colors.accent,
            'circle-stroke-width': 2.5,
          },
        })
        map.addLayer({
          id: 'ruler-labels',
          type: 'symbol',
          source,
          filter: ['==', ['geometry-type'], 'Point'],
          layout: {
            'text-field': ['get', 'label'],
            'text-font': ['Inter SemiBold'],
            'text-size': 12,
            'text-anchor': 'bottom',
            'text-offset': [0, -0.8],
            'text-allow-overlap': true,
          },
          paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 2 },
        })
        return () => removeFrom(map, layers, [source])
      },
      [colors],
    ),
  )

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(latest.current))
  })
  return null
}

function toFeatures(points: Point[], labels: string[]): GeoJSON.FeatureCollection {
  const line: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: points },
  }
  const marks = points.map(
    (coordinates, at): GeoJSON.Feature => ({
      type: 'Feature',
      properties: { label: at === 0 ? '' : labels[at] },
      geometry: { type: 'Point', coordinates },
    }),
  )
  return { type: 'FeatureCollection', features: points.length > 1 ? [line, ...marks] : marks }
}
