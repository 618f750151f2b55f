// All geofences on the map, faint enough for hundreds to overlap, with names where there is room.

import type { Geofence } from '@rastro/client'
import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { outlineOf } from '../../live/outline.ts'
import { middleOfShape } from '../../live/shape-middle.ts'
import { inBackground } from '../../ui/in-background.ts'
import { removeFrom, useInstalled, useMap } from '../use-map.tsx'
import { shapeOf } from './geofence-shape.ts'
import { useMapColors } from './use-map-colors.ts'
import { useShapeColor } from './use-shape-color.ts'

const source = 'geofences'
const namesSource = 'geofence-names'
const layers = ['geofence-names', 'geofence-lines', 'geofence-areas']
const aboveUs = 'fleet-clusters'
/** Enough corners for a circle to look round. */
const tolerance = 0.05

interface GeofencesLayerProps {
  geofences: Geofence[]
  selected?: string | undefined
  hovered?: string | undefined
  /** Absent while clicks have another meaning. */
  onPick?: ((id: string) => void) | undefined
  onHover?: ((id: string | undefined) => void) | undefined
}

export function GeofencesLayer({ geofences, selected, hovered, onPick, onHover }: GeofencesLayerProps) {
  const map = useMap()
  const colors = useMapColors()
  const color = useShapeColor()
  const features = useMemo(() => toFeatures(geofences), [geofences])
  const latest = useRef({ ...features, lit: [selected, hovered] })
  latest.current = { ...features, lit: [selected, hovered] }

  useInstalled(
    useCallback(
      (map) => {
        const before = map.getLayer(aboveUs) ? aboveUs : undefined
        const ownColor: ['coalesce', ['get', string], string] = ['coalesce', ['get', 'color'], color]
        const isLit: ['boolean', ['feature-state', string], false] = [
          'boolean',
          ['feature-state', 'lit'],
          false,
        ]
        map.addSource(source, { type: 'geojson', data: latest.current.areas, promoteId: 'id', tolerance })
        map.addSource(namesSource, { type: 'geojson', data: latest.current.names, promoteId: 'id' })
        map.addLayer(
          {
            id: 'geofence-areas',
            type: 'fill',
            source,
            paint: { 'fill-color': ownColor, 'fill-opacity': ['case', isLit, 0.26, 0.1] },
          },
          before,
        )
        map.addLayer(
          {
            id: 'geofence-lines',
            type: 'line',
            source,
            layout: { 'line-join': 'round' },
            paint: { 'line-color': ownColor, 'line-width': ['case', isLit, 3, 1.4] },
          },
          before,
        )
        map.addLayer(
          {
            id: 'geofence-names',
            type: 'symbol',
            source: namesSource,
            layout: {
              'text-field': ['get', 'name'],
              'text-font': ['Inter SemiBold'],
              'text-size': 12,
              'text-max-width': 9,
              'symbol-sort-key': ['get', 'size'],
            },
            paint: { 'text-color': ownColor, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
          },
          before,
        )
        light(map, latest.current.lit, true)
        return () => removeFrom(map, layers, [source, namesSource])
      },
      [colors, color],
    ),
  )

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(features.areas))
    inBackground(map?.getSource<GeoJSONSource>(namesSource)?.setData(features.names))
  }, [map, features])

  useEffect(() => {
    if (!map) return
    light(map, [selected, hovered], true)
    return () => light(map, [selected, hovered], false)
  }, [map, selected, hovered])

  useEffect(() => {
    if (!map || !onPick) return
    // Of overlapping shapes the smallest is selected: the others can be clicked beside it.
    const idAt = ({ features = [] }: MapLayerMouseEvent) =>
      features.reduce(
        (one, other) => (other.properties.size < one.properties.size ? other : one),
        features[0]!,
      ).properties.id as string
    const pick = (event: MapLayerMouseEvent) => onPick(idAt(event))
    const point = (event: MapLayerMouseEvent) => {
      map.getCanvas().style.cursor = 'pointer'
      onHover?.(idAt(event))
    }
    const unpoint = () => {
      map.getCanvas().style.cursor = ''
      onHover?.(undefined)
    }
    map.on('click', 'geofence-areas', pick)
    map.on('mousemove', 'geofence-areas', point)
    map.on('mouseleave', 'geofence-areas', unpoint)
    return () => {
      map.off('click', 'geofence-areas', pick)
      map.off('mousemove', 'geofence-areas', point)
      map.off('mouseleave', 'geofence-areas', unpoint)
      map.getCanvas().style.cursor = ''
    }
  }, [map, onPick, onHover])
  return null
}

function light(map: MapLibre, ids: (string | undefined)[], isLit: boolean): void {
  if (!map.style || !map.getSource(source)) return
  for (const id of ids) if (id !== undefined) map.setFeatureState({ source, id }, { lit: isLit })
}

function toFeatures(geofences: Geofence[]): Record<'areas' | 'names', GeoJSON.FeatureCollection> {
  const areas: GeoJSON.Feature[] = []
  const names: GeoJSON.Feature[] = []
  for (const geofence of geofences) {
    const shape = shapeOf(geofence)
    const coordinates = outlineOf(shape)
    const longitudes = coordinates.flat(2).map(([longitude = 0]) => longitude)
    const size = longitudes.reduce((most, one) => Math.max(most, Math.abs(one - longitudes[0]!)), 0)
    const properties = { id: geofence.id, name: geofence.name, color: geofence.color, size }
    areas.push({ type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates } })
    const middle = { type: 'Point' as const, coordinates: middleOfShape(shape) }
    names.push({ type: 'Feature', properties: { ...properties, size: -size }, geometry: middle })
  }
  return {
    areas: { type: 'FeatureCollection', features: areas },
    names: { type: 'FeatureCollection', features: names },
  }
}
