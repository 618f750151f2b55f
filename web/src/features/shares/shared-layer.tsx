// The shared devices on the map, with their tracks.

import type { GeoJSONSource } from 'maplibre-gl'
import { useCallback, useEffect, useRef } from 'react'
import { deviceSymbols } from '../../map/layers/device-symbols.ts'
import { addMarkerImages, imageOf } from '../../map/layers/marker-images.ts'
import { useMapColors } from '../../map/layers/use-map-colors.ts'
import { removeFrom, useInstalled, useMap } from '../../map/use-map.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { Shown } from './shared-list.tsx'
import type { Trails } from './shared-locations.ts'
import { boundsOf, hasCoordinates } from './shared-locations.ts'
import { useFollow } from './use-follow.ts'

const points = 'shared-devices'
const lines = 'shared-trails'
const marginPx = 60
const closestZoom = 14
const chosenZoom = 12

interface SharedLayerProps {
  shown: Shown[]
  trails: Trails
  isHistoric: boolean
  selected: number | undefined
  /** The map moves with the devices until the visitor drags it. */
  isFollowing: boolean
  onPick(device: number): void
  onLetGo(): void
}

export function SharedLayer(props: SharedLayerProps) {
  const { shown, trails, isHistoric, selected, isFollowing, onPick, onLetGo } = props
  const map = useMap()
  const colors = useMapColors()
  const latest = useRef({ devices: devicesOf(shown), trails: trailsOf(trails) })
  latest.current = { devices: devicesOf(shown), trails: trailsOf(trails) }

  useInstalled(
    useCallback(
      (map) => {
        addMarkerImages(map)
        map.addSource(lines, { type: 'geojson', data: latest.current.trails })
        map.addSource(points, { type: 'geojson', data: latest.current.devices })
        map.addLayer({
          id: lines,
          type: 'line',
          source: lines,
          layout: { 'line-cap': 'round', 'line-join': 'round' },
          paint: { 'line-width': 3, 'line-color': colors.accent, 'line-opacity': 0.8 },
        })
        map.addLayer(deviceSymbols(points, points, colors))
        return () => removeFrom(map, [points, lines], [points, lines])
      },
      [colors],
    ),
  )

  useEffect(() => {
    inBackground(map?.getSource<GeoJSONSource>(lines)?.setData(latest.current.trails))
    inBackground(map?.getSource<GeoJSONSource>(points)?.setData(latest.current.devices))
  })

  useEffect(() => {
    if (!map) return
    const pick = (event: { features?: { properties: { device?: number } }[] }) => {
      const device = event.features?.[0]?.properties.device
      if (device !== undefined) onPick(device)
    }
    map.on('click', points, pick)
    return () => {
      map.off('click', points, pick)
    }
  }, [map, onPick])

  useInitialView(shown, isHistoric ? trails : {})
  const chosen = shown.find(({ device }) => device === selected)
  useLookAt(chosen)
  useFollow(chosen ? [chosen] : shown, isFollowing, onLetGo)
  return null
}

/** Fits once to the devices, and again for each track of a period that is loaded. */
function useInitialView(shown: Shown[], trails: Trails): void {
  const map = useMap()
  const fitted = useRef(new URLSearchParams(location.search).has('at') ? Number.POSITIVE_INFINITY : 0)
  const positions = shown.flatMap(({ location }): [number, number][] =>
    hasCoordinates(location) ? [[location.longitude, location.latitude]] : [],
  )
  const tracks = Object.values(trails).filter((trail) => trail.length > 0)
  const wanted = tracks.length + 1
  useEffect(() => {
    const bounds = boundsOf([...positions, ...tracks.flat()])
    if (!map || !bounds || fitted.current >= wanted) return
    fitted.current = wanted
    const { west, south, east, north } = bounds
    map.fitBounds([west, south, east, north], { padding: marginPx, maxZoom: closestZoom, animate: false })
  })
}

/** Flies once when a device is selected; then the map is left alone. */
function useLookAt(chosen: Shown | undefined): void {
  const map = useMap()
  const fitted = useRef<number>(undefined)
  useEffect(() => {
    if (!map || chosen?.device === fitted.current) return
    fitted.current = chosen?.device
    if (!hasCoordinates(chosen?.location)) return
    const { longitude, latitude } = chosen.location
    map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), chosenZoom) })
  }, [map, chosen])
}

function devicesOf(shown: Shown[]): GeoJSON.FeatureCollection {
  const features = shown.flatMap(({ device, name, status, location }): GeoJSON.Feature[] =>
    hasCoordinates(location)
      ? [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [location.longitude, location.latitude] },
            properties: {
              device,
              name,
              image: imageOf(status, location.course),
              course: location.course ?? 0,
            },
          },
        ]
      : [],
  )
  return { type: 'FeatureCollection', features }
}

function trailsOf(trails: Trails): GeoJSON.FeatureCollection {
  const features = Object.values(trails)
    .filter((trail) => trail.length > 1)
    .map(
      (coordinates): GeoJSON.Feature => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates },
      }),
    )
  return { type: 'FeatureCollection', features }
}
