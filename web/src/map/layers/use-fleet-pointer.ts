// Clicks and hover on the fleet. One query of the map when the pointer rests, instead of several at every movement.

import type { MapLayerMouseEvent, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMap } from '../use-map.tsx'
import type { ClusterProperties, DeviceProperties } from './fleet-features.ts'

const expandedMarginPx = 80
/** Here nothing is clustered any more. */
const closestZoom = 16
const restMs = 40

/** The device under the pointer, and where it is on the screen. */
export interface Pointed {
  device: DeviceProperties
  x: number
  y: number
}

export function useFleetPointer(
  clusterLayer: string,
  deviceLayer: string,
  onPick: ((id: string) => void) | undefined,
): Pointed | undefined {
  const map = useMap()
  const [pointed, setPointed] = useState<Pointed>()

  useEffect(() => {
    if (!map || !onPick) return
    const expand = ({ features }: MapLayerMouseEvent) => {
      const bounds = features?.[0]?.properties as ClusterProperties | undefined
      if (!bounds) return
      const { west, south, east, north } = bounds
      const padding = { padding: expandedMarginPx, maxZoom: closestZoom }
      map.fitBounds([west, south, east, north], padding, { originalEvent: true })
    }
    const pick = ({ features }: MapLayerMouseEvent) => onPick(features?.[0]?.properties.id as string)
    map.on('click', clusterLayer, expand)
    map.on('click', deviceLayer, pick)
    return () => {
      map.off('click', clusterLayer, expand)
      map.off('click', deviceLayer, pick)
    }
  }, [map, onPick, clusterLayer, deviceLayer])

  useEffect(() => {
    // A finger does not hover.
    if (!map || !onPick || !matchMedia('(hover: hover)').matches) return
    const canvas = map.getCanvas()
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      canvas.style.cursor = ''
      setPointed(undefined)
    }
    const look = ({ point }: MapMouseEvent) => {
      const layers = [deviceLayer, clusterLayer].filter((layer) => map.getLayer(layer))
      if (map.isMoving() || layers.length === 0) return
      const [feature] = map.queryRenderedFeatures(point, { layers })
      canvas.style.cursor = feature ? 'pointer' : ''
      if (feature?.geometry.type !== 'Point' || feature.layer.id !== deviceLayer) return setPointed(undefined)
      const { x, y } = map.project(feature.geometry.coordinates as [number, number])
      setPointed({ device: feature.properties as DeviceProperties, x, y })
    }
    const lookSoon = (event: MapMouseEvent) => {
      clearTimeout(timer)
      timer = setTimeout(() => look(event), restMs)
    }
    map.on('mousemove', lookSoon)
    map.on('mouseout', hide)
    map.on('movestart', hide)
    return () => {
      map.off('mousemove', lookSoon)
      map.off('mouseout', hide)
      map.off('movestart', hide)
      hide()
    }
  }, [map, onPick, clusterLayer, deviceLayer])
  return pointed
}
