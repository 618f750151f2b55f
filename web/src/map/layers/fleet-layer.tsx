// The fleet on the map: a few hundred markers at any size, because the worker clusters nearby devices.

import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Bounds, Mark } from '../../live/fleet.types.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { removeFrom, useInstalled, useMap } from '../use-map.tsx'
import { deviceSymbols } from './device-symbols.ts'
import { addMarkerImages, imageOf } from './marker-images.ts'
import { useMapColors } from './use-map-colors.ts'
import { useReportedView } from './use-reported-view.ts'

const source = 'fleet'
const rings = 'fleet-clusters'
const numbers = 'fleet-counts'
const devices = 'fleet-devices'
const namesFromZoom = 9.5
const expandedMarginPx = 80
const closestZoom = 15

interface FleetLayerProps {
  /** Drawn by its own layer, above all others. */
  selected: string | undefined
  /** Absent while clicks have another meaning. */
  onPick?: ((id: string) => void) | undefined
}

export function FleetLayer({ selected, onPick }: FleetLayerProps) {
  const map = useMap()
  const marks = useFleetState((state) => state.marks)
  const colors = useMapColors()
  const features = useMemo(() => toFeatures(marks, selected), [marks, selected])
  const latest = useRef(features)
  latest.current = features

  useInstalled(
    useCallback(
      (map) => {
        addMarkerImages(map)
        map.addSource(source, { type: 'geojson', data: latest.current })
        addLayers(map, colors)
        return () => removeFrom(map, [devices, numbers, rings], [source])
      },
      [colors],
    ),
  )

  useReportedView()

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(features))
  }, [map, features])

  useEffect(() => {
    if (!map || !onPick) return
    const expand = ({ features }: MapLayerMouseEvent) => {
      const bounds = features?.[0]?.properties as Bounds | undefined
      if (!bounds) return
      const { west, south, east, north } = bounds
      map.fitBounds([west, south, east, north], { padding: expandedMarginPx, maxZoom: closestZoom })
    }
    const pick = ({ features }: MapLayerMouseEvent) => onPick(features?.[0]?.properties.id as string)
    const point = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const unpoint = () => {
      map.getCanvas().style.cursor = ''
    }
    map.on('click', rings, expand)
    map.on('click', devices, pick)
    for (const layer of [rings, devices]) {
      map.on('mouseenter', layer, point)
      map.on('mouseleave', layer, unpoint)
    }
    return () => {
      map.off('click', rings, expand)
      map.off('click', devices, pick)
      for (const layer of [rings, devices]) {
        map.off('mouseenter', layer, point)
        map.off('mouseleave', layer, unpoint)
      }
    }
  }, [map, onPick])
  return null
}

function toFeatures(marks: Mark[], selected: string | undefined): GeoJSON.FeatureCollection {
  const features = marks
    .filter(({ id }) => id === undefined || id !== selected)
    .map(
      ({
        longitude,
        latitude,
        id,
        name,
        status,
        courseDeg,
        bounds,
        count,
        movingCount,
      }): GeoJSON.Feature => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties:
          bounds === undefined
            ? { id, name, image: imageOf(status ?? 'never', courseDeg), course: courseDeg ?? 0 }
            : { ...bounds, count, share: (movingCount ?? 0) / (count ?? 1) },
      }),
    )
  return { type: 'FeatureCollection', features }
}

function addLayers(map: MapLibre, colors: ReturnType<typeof useMapColors>): void {
  map.addLayer({
    id: rings,
    type: 'circle',
    source,
    filter: ['has', 'count'],
    paint: {
      'circle-color': colors.mark,
      'circle-radius': ['interpolate', ['linear'], ['log10', ['get', 'count']], 0.3, 12, 2, 17, 4, 26],
      'circle-stroke-width': 2.5,
      'circle-stroke-color': ['interpolate', ['linear'], ['get', 'share'], 0, '#3b6fd8', 1, '#17964b'],
    },
  })
  map.addLayer({
    id: numbers,
    type: 'symbol',
    source,
    filter: ['has', 'count'],
    layout: {
      'text-field': ['to-string', ['get', 'count']],
      'text-font': ['Inter SemiBold'],
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colors.text },
  })
  map.addLayer({ ...deviceSymbols(devices, source, colors, namesFromZoom), filter: ['has', 'id'] })
}
