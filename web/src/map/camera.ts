// The camera in the URL: `at=zoom/latitude/longitude`.

import type { Map as MapLibre } from 'maplibre-gl'

export interface Camera {
  center: [number, number]
  zoom: number
}

const world: Camera = { center: [-15, 22], zoom: 1.6 }

export function parseCamera(text: string | undefined): Camera | undefined {
  const [zoom, latitude, longitude] = (text ?? '').split('/').map(Number)
  if (zoom === undefined || latitude === undefined || longitude === undefined) return undefined
  if (![zoom, latitude, longitude].every(Number.isFinite) || Math.abs(latitude) > 90) return undefined
  return { center: [longitude, latitude], zoom: Math.min(Math.max(zoom, 0), 19) }
}

export function cameraOf(map: MapLibre): string {
  const { lng, lat } = map.getCenter().wrap()
  return `${map.getZoom().toFixed(2)}/${lat.toFixed(4)}/${lng.toFixed(4)}`
}

export function readCamera(search = location.search): Camera {
  return parseCamera(new URLSearchParams(search).get('at') ?? undefined) ?? world
}
