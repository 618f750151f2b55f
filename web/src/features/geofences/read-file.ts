// Files of other map programs. KML's reader is fetched when a KML file comes.

import type { Candidate } from './read-features.ts'
import { readFeatures, readGeoJson } from './read-features.ts'

/** Throws for what is neither GeoJSON nor KML. */
export async function readFile(file: File): Promise<Candidate[]> {
  const text = await file.text()
  if (!/^\s*</.test(text)) return readGeoJson(text)
  const { kml } = await import('@tmcw/togeojson')
  const document = new DOMParser().parseFromString(text, 'text/xml')
  if (document.querySelector('parsererror') || !document.querySelector('kml')) throw new SyntaxError('no KML')
  return readFeatures(kml(document))
}
