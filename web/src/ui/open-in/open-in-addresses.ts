// Addresses of other maps at a position. A browser sends nothing there before the user follows the link.

import type { OpenInTarget } from '../../session/web-config.ts'

const zoom = 16

export function openInAddress(target: OpenInTarget, latitude: number, longitude: number): string {
  const [lat, lon] = [latitude.toFixed(6), longitude.toFixed(6)]
  switch (target) {
    case 'osm':
      return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=${zoom}/${lat}/${lon}`
    case 'google':
      return `https://www.google.com/maps/search/?api=1&query=${lat}%2C${lon}`
    case 'apple':
      return `https://maps.apple.com/?ll=${lat}%2C${lon}&q=${lat}%2C${lon}`
    case 'waze':
      return `https://www.waze.com/ul?ll=${lat}%2C${lon}&navigate=yes`
    case 'geo':
      return `geo:${lat},${lon}?q=${lat},${lon}`
  }
}
