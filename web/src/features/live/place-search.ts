// The place in the URL: `place=latitude,longitude,zoom`.

export interface PinnedPlace {
  latitude: number
  longitude: number
  zoom: number
}

const defaultZoom = 14

export function parsePlace(text: string): PinnedPlace | undefined {
  const [latitude, longitude, zoom = defaultZoom] = text.split(',').map(Number)
  const isPlace =
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    zoom >= 0 &&
    zoom <= 19
  return isPlace ? { latitude, longitude, zoom } : undefined
}
