// The selected device: above all others, updated at once, with its trail. In follow mode the map moves with it until
// the user drags the map.

import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useRef } from 'react'
import { useFleetState } from '../../live/use-fleet.tsx'
import { isInFreePart } from '../../map/insets.ts'
import { addMarkerImages, imageOf } from '../../map/layers/marker-images.ts'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { useCriticalDevices } from '../../shell/alarm/critical-alerts.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { SheetStop } from '../../ui/sheet-stops.ts'
import { useTrail } from './use-trail.ts'

const source = 'selected'
const trailSource = 'selected-trail'
const layers = ['selected-device', 'selected-ring', 'selected-trail']
const closeZoom = 9
const easeMs = 900
/** Its name stands beside it. */
const aroundPx = 90

interface SelectedLayerProps {
  id: string
  isFollowed: boolean
  /** The sheet of a phone must not cover the device. */
  sheet: SheetStop
  onLetGo(): void
}

export function SelectedLayer({ id, isFollowed, sheet, onLetGo }: SelectedLayerProps) {
  const map = useMap()
  const row = useFleetState((state) => state.watched.find((one) => one.id === id))
  const trail = useTrail(id, row)
  const colors = useMapColors()
  const isCritical = useCriticalDevices().has(id)
  const hasCentred = useRef(false)
  const { latitude, longitude, status, courseDeg, name } = row ?? {}

  const point: GeoJSON.FeatureCollection = {
    type: 'FeatureCollection',
    features:
      latitude === undefined || longitude === undefined || status === undefined
        ? []
        : [
            {
              type: 'Feature',
              geometry: { type: 'Point', coordinates: [longitude, latitude] },
              properties: {
                // The critical layer shows the name.
                name: isCritical ? '' : name,
                image: imageOf(status, courseDeg),
                course: courseDeg ?? 0,
              },
            },
          ],
  }
  const line: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: trail },
  }
  const latest = useRef({ point, line })
  latest.current = { point, line }

  useInstalled(
    useCallback(
      (map) => {
        addMarkerImages(map)
        map.addSource(source, { type: 'geojson', data: latest.current.point })
        map.addSource(trailSource, { type: 'geojson', data: latest.current.line, lineMetrics: true })
        map.addLayer({
          id: 'selected-trail',
          type: 'line',
          source: trailSource,
          layout: { 'line-cap': 'round', 'line-join': 'round' },
          paint: {
            'line-width': 4,
            'line-gradient': [
              'interpolate',
              ['linear'],
              ['line-progress'],
              0,
              `${colors.accent}22`,
              1,
              colors.accent,
            ],
          },
        })
        map.addLayer({
          id: 'selected-ring',
          type: 'circle',
          source,
          paint: {
            'circle-radius': 16,
            'circle-color': colors.accent,
            'circle-opacity': 0.16,
            'circle-stroke-color': colors.accent,
            'circle-stroke-width': 2,
          },
        })
        map.addLayer({
          id: 'selected-device',
          type: 'symbol',
          source,
          layout: {
            'icon-image': ['get', 'image'],
            'icon-rotate': ['get', 'course'],
            'icon-rotation-alignment': 'map',
            'icon-allow-overlap': true,
            'text-field': ['get', 'name'],
            'text-font': ['Inter SemiBold'],
            'text-size': 13,
            'text-anchor': 'left',
            'text-offset': [1.6, 0],
            'text-allow-overlap': true,
          },
          paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 2 },
        })
        return () => removeFrom(map, layers, [source, trailSource])
      },
      [colors],
    ),
  )

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(latest.current.point))
    inBackground(map?.getSource<GeoJSONSource>(trailSource)?.setData(latest.current.line))
  })

  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return
    const center: [number, number] = [longitude, latitude]
    const isFirst = !hasCentred.current
    if (isFirst && !isSeen(map, center)) map.easeTo({ center, zoom: Math.max(map.getZoom(), closeZoom) })
    else if (isFollowed) map.easeTo({ center, duration: easeMs, easing: (share) => share })
    hasCentred.current = true
  }, [map, latitude, longitude, isFollowed])

  const place = useRef<[number, number]>(undefined)
  place.current = latitude === undefined || longitude === undefined ? undefined : [longitude, latitude]
  const shownAt = useRef(sheet)
  // Only when the sheet moves: the device may drive away.
  useEffect(() => {
    if (shownAt.current === sheet) return
    shownAt.current = sheet
    const center = place.current
    if (map && center && !isInFreePart(map, center, aroundPx / 2)) map.easeTo({ center })
  }, [map, sheet])

  useEffect(() => {
    if (!map || !isFollowed) return
    map.on('dragstart', onLetGo)
    return () => {
      map.off('dragstart', onLetGo)
    }
  }, [map, isFollowed, onLetGo])
  return null
}

/** Near enough and not covered: the map stays where the user has it. */
function isSeen(map: MapLibre, center: [number, number]): boolean {
  return map.getZoom() >= closeZoom && isInFreePart(map, center, aroundPx)
}
