// The track on the map, coloured by speed or by trip; gaps dotted with their distance, stops numbered, with alerts, and
// crosses where a location was left out.

import type { Alert } from '@rastro/client'
import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import type { LeftOut } from '../../ui/trips/trip.types.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { TrackColor } from './history-search.ts'
import { nearestMoment } from './nearest-moment.ts'
import type { Playback } from './playback.ts'
import type { Track } from './track.ts'
import { lineFeatures, pointFeatures } from './track-features.ts'
import {
  addTrackLayers,
  hitLayer,
  lineOpacity,
  pointLayers,
  pointSource,
  trackLayers,
  trackSource,
} from './track-layers.ts'
import { useFit } from './use-fit.ts'

const fingerPx = 12

interface TrackLayerProps {
  /** Names device and period. */
  of: string
  track: Track
  segments: readonly ShownSegment[]
  selected: ShownSegment | undefined
  /** Of the selected trip. */
  leftOut: readonly LeftOut[]
  alerts: Alert[]
  playback: Playback
  color: TrackColor
  /** The part of the map that the player covers. */
  dockPx: number
}

export function TrackLayer(props: TrackLayerProps) {
  const { of, track, segments, selected, leftOut, alerts, playback, color, dockPx } = props
  const { t } = useTranslation('locations')
  const format = useFormat()
  const map = useMap()
  const colors = useMapColors()
  const lines = useMemo(
    () =>
      lineFeatures(track, segments, {
        gapLabel: ({ source }) => format.distance(source.bridgedDistance),
        leftOutMs: new Set(leftOut.map(({ dateTime }) => Date.parse(dateTime))),
      }),
    [track, segments, leftOut, format],
  )
  const marks = useMemo(
    () =>
      pointFeatures(track, segments, {
        alerts,
        leftOut,
        labels: {
          stop: ({ seconds }) => format.hours(seconds),
          start: t('map.start'),
          end: t('map.end'),
        },
      }),
    [track, segments, alerts, leftOut, format, t],
  )
  const selectedTrip = selected?.kind === 'trip' ? selected.id : undefined
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours and styles add the layers again.
  useEffect(() => {
    if (!map?.getLayer('history-line')) return
    for (const id of ['history-line', 'history-casing']) {
      map.setPaintProperty(id, 'line-opacity', lineOpacity(selectedTrip))
    }
  }, [map, selectedTrip, colors, color])

  useFit({ of, track, selected, dockPx })

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
