// The user's own position on the map, with its accuracy. The map goes there once.

import { notifications } from '@mantine/notifications'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useOwnPosition } from '../../ui/own-position.ts'

const source = 'own-position'
const layers = ['own-position-accuracy', 'own-position-dot']
const closeZoom = 12
const color = '#1c7ed6'
/** Pixels of a metre at zoom 0 on the equator, with tiles of 512 pixels. */
const pixelsPerM = 512 / 40_075_016.7

export function OwnPositionLayer() {
  const { t } = useTranslation('ui')
  const map = useMap()
  const own = useOwnPosition()
  const { halo } = useMapColors()
  const hasGone = useRef(false)
  const position = own.kind === 'found' ? own.position : undefined
  const data = useRef<GeoJSON.FeatureCollection>({ type: 'FeatureCollection', features: [] })
  data.current = {
    type: 'FeatureCollection',
    features: position
      ? [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
            properties: {
              accuracyPx: (position.accuracyM * pixelsPerM) / Math.cos((position.latitude * Math.PI) / 180),
            },
          },
        ]
      : [],
  }

  useInstalled(
    useCallback(
      (map: MapLibre) => {
        map.addSource(source, { type: 'geojson', data: data.current })
        map.addLayer({
          id: layers[0]!,
          type: 'circle',
          source,
          paint: {
            'circle-color': color,
            'circle-opacity': 0.15,
            'circle-radius': [
              'interpolate',
              ['exponential', 2],
              ['zoom'],
              0,
              ['get', 'accuracyPx'],
              22,
              ['*', ['get', 'accuracyPx'], 2 ** 22],
            ],
          },
        })
        map.addLayer({
          id: layers[1]!,
          type: 'circle',
          source,
          paint: {
            'circle-color': color,
            'circle-radius': 7,
            'circle-stroke-color': halo,
            'circle-stroke-width': 3,
          },
        })
        return () => removeFrom(map, layers, [source])
      },
      [halo],
    ),
  )

  useEffect(() => {
    const update = map?.getSource<GeoJSONSource>(source)?.setData(data.current)
    if (update) inBackground(update)
    if (!position) hasGone.current = false
    if (!map || !position || hasGone.current) return
    hasGone.current = true
    map.easeTo({
      center: [position.longitude, position.latitude],
      zoom: Math.max(map.getZoom(), closeZoom),
    })
  }, [map, position])

  const { kind } = own
  useEffect(() => {
    if (kind === 'refused' || kind === 'failed')
      notifications.show({ color: 'red', message: t(`ownPosition.${kind}`) })
  }, [kind, t])
  return null
}
