// The alerts of the list on the map. The most severe are drawn on top.

import type { Alert } from '@rastro/client'
import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useCallback, useEffect, useRef } from 'react'
import { inBackground } from '../../ui/in-background.ts'
import { severityColors } from '../../ui/severity.tsx'
import { removeFrom, useInstalled, useMap } from '../use-map.tsx'
import { addSeverityImages, severityImage } from './severity-images.ts'
import { useMapColors } from './use-map-colors.ts'

const source = 'alerts'
const ring = 'alerts-picked'
const halos = 'alerts-critical'
const marks = 'alerts-marks'
const severityRank = { info: 0, warning: 1, critical: 2 } satisfies Record<Alert['severity'], number>

interface AlertsLayerProps {
  alerts: readonly (Pick<Alert, 'id' | 'severity' | 'latitude' | 'longitude'> &
    /** Absent in a dry run, which raises no alarm. */
    Partial<Pick<Alert, 'state'>>)[]
  selected: string | undefined
  onPick(id: string): void
}

export function AlertsLayer({ alerts, selected, onPick }: AlertsLayerProps) {
  const map = useMap()
  const colors = useMapColors()
  const latest = useRef<GeoJSON.FeatureCollection>(toFeatures([], undefined))
  latest.current = toFeatures(alerts, selected)

  useInstalled(
    useCallback(
      (map) => {
        addSeverityImages(map)
        map.addSource(source, { type: 'geojson', data: latest.current })
        map.addLayer({
          id: halos,
          type: 'circle',
          source,
          filter: ['get', 'isAlarm'],
          paint: {
            'circle-radius': 17,
            'circle-color': severityColors.critical,
            'circle-opacity': 0.22,
            'circle-stroke-color': severityColors.critical,
            'circle-stroke-width': 1.5,
          },
        })
        map.addLayer({
          id: ring,
          type: 'circle',
          source,
          filter: ['get', 'isPicked'],
          paint: {
            'circle-radius': 18,
            'circle-color': colors.accent,
            'circle-opacity': 0.18,
            'circle-stroke-color': colors.accent,
            'circle-stroke-width': 2,
          },
        })
        map.addLayer({
          id: marks,
          type: 'symbol',
          source,
          layout: {
            'icon-image': ['get', 'image'],
            'icon-allow-overlap': true,
            'symbol-sort-key': ['get', 'severityRank'],
          },
        })
        return () => removeFrom(map, [marks, ring, halos], [source])
      },
      [colors],
    ),
  )

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(source)?.setData(toFeatures(alerts, selected)))
  }, [map, alerts, selected])

  useEffect(() => {
    if (!map) return
    const pick = ({ features }: MapLayerMouseEvent) => onPick(features?.at(-1)?.properties.id as string)
    const point = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const unpoint = () => {
      map.getCanvas().style.cursor = ''
    }
    map.on('click', marks, pick)
    map.on('mouseenter', marks, point)
    map.on('mouseleave', marks, unpoint)
    return () => {
      map.off('click', marks, pick)
      map.off('mouseenter', marks, point)
      map.off('mouseleave', marks, unpoint)
      unpoint()
    }
  }, [map, onPick])
  return null
}

function toFeatures(
  alerts: AlertsLayerProps['alerts'],
  selected: string | undefined,
): GeoJSON.FeatureCollection {
  const features = alerts.flatMap(({ id, severity, state, latitude, longitude }): GeoJSON.Feature[] =>
    latitude === null || longitude === null
      ? []
      : [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties: {
              id,
              image: severityImage(severity),
              severityRank: severityRank[severity] + (id === selected ? 3 : 0),
              isPicked: id === selected,
              isAlarm: severity === 'critical' && state === 'open',
            },
          },
        ],
  )
  return { type: 'FeatureCollection', features }
}
