// Export formats of a track: GeoJSON, GPX, KML, CSV. Each is written location by location.

import type { Static } from 'typebox'
import { LocationView, laterFacts } from './location.schema.ts'

type Location = Static<typeof LocationView>

export interface Format {
  type: string
  extension: string
  begin(name: string): string
  /** `first`: nothing was written before. `placeOf` names a location, if it has coordinates. */
  write(location: Location, first: boolean, placeOf: (location: Location) => string | undefined): string
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
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Rastro" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n<trk><name>${escapeXml(name)}</name><trkseg>\n`,
  write(location) {
    if (!hasCoordinates(location)) return ''
    const altitude = location.altitude === undefined ? '' : `<ele>${location.altitude}</ele>`
    const satellites = location.satellites === undefined ? '' : `<sat>${location.satellites}</sat>`
    return `<trkpt lat="${location.latitude}" lon="${location.longitude}">${altitude}<time>${location.dateTime}</time>${satellites}${gpxMotion(location)}</trkpt>\n`
  },
  end: () => '</trkseg></trk></gpx>\n',
}

/** GPX 1.1 has no speed and course; this extension of Garmin is the one that other programs read. */
function gpxMotion({ speed, course }: Location): string {
  if (speed === undefined && course === undefined) return ''
  const speedTag = speed === undefined ? '' : `<gpxtpx:speed>${speed}</gpxtpx:speed>`
  const courseTag = course === undefined ? '' : `<gpxtpx:course>${course}</gpxtpx:course>`
  return `<extensions><gpxtpx:TrackPointExtension>${speedTag}${courseTag}</gpxtpx:TrackPointExtension></extensions>`
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

const leadingColumns = ['dateTime', 'latitude', 'longitude'] as const
const columns = [...new Set([...leadingColumns, ...Object.keys(LocationView.properties)])].filter(
  (name) => !(name in laterFacts),
) as (keyof typeof LocationView.properties)[]

const csv: Format = {
  type: 'text/csv',
  extension: 'csv',
  begin: () => `${[...columns, 'place'].join(',')}\r\n`,
  write: (location, _first, placeOf) =>
    `${columns.map((column) => csvCell(location[column])).join(',')},${csvCell(placeOf(location))}\r\n`,
  end: () => '',
}

export const formats: Format[] = [geoJson, gpx, kml, csv]

/**
 * Escapes text that a spreadsheet would run as a formula: a tracker can send any text. Spreadsheets of many countries
 * split at semicolons, also inside quotes, so each part is escaped. Numbers stay as they are.
 */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const escaped = textOf(value).replace(/(^|[;\t\r\n])(?=["' ]{0,3}[=+\-@\t\r\0])/g, "$1'")
  return /[",;\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** Texts are separated by spaces, switches are written as 1 and 0. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.every((one) => typeof one === 'string')) return value.join(' ')
  return value.every((one) => typeof one === 'boolean') ? value.map(Number).join(' ') : JSON.stringify(value)
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
