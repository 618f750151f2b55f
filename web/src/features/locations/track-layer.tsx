// The track on the map, coloured by speed or by drive; gaps dotted, stops numbered, with alerts.

import type { Alert } from '@rastro/client'
import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { TrackColor } from './history-search.ts'
import { nearestMoment } from './nearest-moment.ts'
import type { Playback } from './playback.ts'
import { driveFeatures, pointFeatures } from './track-features.ts'
import {
  addTrackLayers,
  hitLayer,
  pointLayers,
  pointSource,
  trackLayers,
  trackSource,
} from './track-layers.ts'
import { useFit } from './use-fit.ts'
import type { History } from './use-history.ts'

const fingerPx = 12

interface TrackLayerProps {
  history: History
  alerts: Alert[]
  playback: Playback
  color: TrackColor
  /** The part of the map that the player covers. */
  dockPx: number
}

export function TrackLayer({ history, alerts, playback, color, dockPx }: TrackLayerProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const map = useMap()
  const colors = useMapColors()
  const { track, segments } = history
  const lines = useMemo(() => driveFeatures(track, segments), [track, segments])
  const marks = useMemo(
    () =>
      pointFeatures(track, segments, alerts, {
        stop: ({ fromMs, toMs }) => format.hours((toMs - fromMs) / 1_000),
        start: t('map.start'),
        end: t('map.end'),
      }),
    [track, segments, alerts, format, t],
  )
  const latest = useRef({ lines, marks })
  latest.current = { lines, marks }

  useInstalled(
    useCallback(
      (map) => {
        map.addSource(trackSource, { type: 'geojson', data: latest.current.lines })
        map.addSource(pointSource, { type: 'geojson', data: latest.current.marks })
        addTrackLayers(map, colors, color)
        return () => removeFrom(map, trackLayers, [trackSource, pointSource])
      },
      [colors, color],
    ),
  )

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(trackSource)?.setData(lines))
  }, [map, lines])
  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(pointSource)?.setData(marks))
  }, [map, marks])

  useFit(track, dockPx)

  useEffect(() => {
    if (!map) return
    const toMark = ({ features }: MapLayerMouseEvent) =>
      playback.seek(features?.[0]?.properties.atMs as number)
    const seekNearest = ({ lngLat, point }: MapLayerMouseEvent) => {
      if (map.queryRenderedFeatures(point, { layers: pointLayers }).length > 0) return
      const beside = map.unproject([point.x, point.y + fingerPx])
      const coordinates = { latitude: lngLat.lat, longitude: lngLat.lng }
      const moment = nearestMoment(track, coordinates, Math.abs(lngLat.lat - beside.lat), playback.get().atMs)
      if (moment !== undefined) playback.seek(moment)
    }
    const point = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const unpoint = () => {
      map.getCanvas().style.cursor = ''
    }
    map.on('click', pointLayers, toMark)
    map.on('click', hitLayer, seekNearest)
    map.on('mouseenter', [hitLayer, ...pointLayers], point)
    map.on('mouseleave', [hitLayer, ...pointLayers], unpoint)
    return () => {
      unpoint()
      map.off('click', pointLayers, toMark)
      map.off('click', hitLayer, seekNearest)
      map.off('mouseenter', [hitLayer, ...pointLayers], point)
      map.off('mouseleave', [hitLayer, ...pointLayers], unpoint)
    }
  }, [map, track, playback])
  return null
}
