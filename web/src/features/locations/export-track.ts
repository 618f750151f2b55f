// Downloads a track as a file. The server writes each format; the client fetches it with the session's token.

import { rastro } from '../../session/session.ts'
import type { Period } from '../../ui/period/period.ts'
import { toQuery } from '../../ui/period/period.ts'

export const exportFormats = [
  { name: 'GPX', type: 'application/gpx+xml', extension: 'gpx' },
  { name: 'KML', type: 'application/vnd.google-earth.kml+xml', extension: 'kml' },
  { name: 'CSV', type: 'text/csv', extension: 'csv' },
  { name: 'GeoJSON', type: 'application/geo+json', extension: 'geojson' },
] as const

interface Export {
  deviceId: string
  name: string
  period: Period
  format: (typeof exportFormats)[number]
}

export async function exportTrack({ deviceId, name, period, format }: Export): Promise<void> {
  const query = toQuery(period)
  const answer: unknown = await rastro.get('/api/devices/{deviceId}/locations', {
    path: { deviceId },
    query,
    headers: { accept: format.type },
  })
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const day = query.from.slice(0, 10)
  save(new Blob([text], { type: format.type }), `${name} ${day}.${format.extension}`.replaceAll('/', '-'))
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
