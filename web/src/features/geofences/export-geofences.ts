// All geofences as a GeoJSON file that other map programs read.

import { rastro } from '../../session/session.ts'

export async function exportGeofences(): Promise<void> {
  const accept = 'application/geo+json'
  const collection: unknown = await rastro.get('/api/geofences', { headers: { accept } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(collection)], { type: accept }))
  link.download = 'geofences.geojson'
  link.click()
  URL.revokeObjectURL(link.href)
}
