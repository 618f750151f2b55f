// Export formats of a track: GeoJSON, GPX, KML, CSV. Each is written location by location.

import type { Static } from 'typebox'
import type { LocationView } from './location.schema.ts'

type Location = Static<typeof LocationView>

export interface Format {
  type: string
  extension: string
  begin(name: string): string
  /** `first`: nothing was written before. */
  write(location: Location, first: boolean): string
  end(): string
}

const geoJson: Format = {
  type: 'application/geo+json',
  extension: 'geojson',
  begin: () => '{"type":"FeatureCollection","features":[',
  write(location, first) {
    const { latitude, longitude, altitude, ...properties } = location
    const coordinates = [longitude, latitude, ...(altitude === undefined ? [] : [altitude])]
    const geometry = hasCoordinates(location) ? { type: 'Point', coordinates } : null
    return `${first ? '' : ','}${JSON.stringify({ type: 'Feature', geometry, properties })}`
  },
  end: () => ']}',
}

const gpx: Format = {
  type: 'application/gpx+xml',
  extension: 'gpx',
  begin: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Rastro" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><name>${escapeXml(name)}</name><trkseg>\n`,
  write(location) {
    if (!hasCoordinates(location)) return ''
    const altitude = location.altitude === undefined ? '' : `<ele>${location.altitude}</ele>`
    const satellites = location.satellites === undefined ? '' : `<sat>${location.satellites}</sat>`
    return `<trkpt lat="${location.latitude}" lon="${location.longitude}">${altitude}<time>${location.dateTime}</time>${satellites}</trkpt>\n`
  },
  end: () => '</trkseg></trk></gpx>\n',
}

const kml: Format = {
  type: 'application/vnd.google-earth.kml+xml',
  extension: 'kml',
  begin: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n<Document><Placemark><name>${escapeXml(name)}</name><gx:Track>\n`,
  write(location) {
    if (!hasCoordinates(location)) return ''
    return `<when>${location.dateTime}</when><gx:coord>${location.longitude} ${location.latitude} ${location.altitude ?? 0}</gx:coord>\n`
  },
  end: () => '</gx:Track></Placemark></Document></kml>\n',
}

const columns = [
  'dateTime',
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
  'satellites',
  'valid',
  'battery',
  'powerVoltage',
  'ignition',
  'mileage',
  'alerts',
  'receivedAt',
  'attributes',
] as const

const csv: Format = {
  type: 'text/csv',
  extension: 'csv',
  begin: () => `${columns.join(',')}\r\n`,
  write: (location) => `${columns.map((column) => csvCell(location[column])).join(',')}\r\n`,
  end: () => '',
}

export const formats: Format[] = [geoJson, gpx, kml, csv]

/** Escapes text that a spreadsheet would run as a formula: a tracker can send any text. Numbers stay as they are. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  const text = typeof value === 'string' ? value : isList ? value.join(' ') : JSON.stringify(value)
  const escaped = /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

function hasCoordinates({ latitude, longitude }: Location): boolean {
  return latitude !== null && longitude !== null
}

function escapeXml(text: string): string {
  const names: Record<string, string> = {
    '<': '&lt;',
    '>': '&gt;',
    '&': '&amp;',
    '"': '&quot;',
    "'": '&apos;',
  }
  // Not allowed in XML, not even escaped: control characters and two non-characters.
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[<>&"']/g, (sign) => names[sign] ?? sign)
}
