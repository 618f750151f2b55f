// A history as GPX: the points of its tracks, read as they stand in the file.

import { SaxesParser } from 'saxes'
import { ClientError } from '../failure.ts'
import type { LocationRow, NewLocation } from './new-location.ts'
import { readTime } from './times.ts'

/** GPX 1.0 has speed and course itself, 1.1 in extensions of various makers; all mean metres a second and degrees. */
const facts: Record<string, 'altitude' | 'speed' | 'course' | 'satellites'> = {
  ele: 'altitude',
  speed: 'speed',
  course: 'course',
  sat: 'satellites',
}

export async function* readGpxHistory(pieces: AsyncIterable<string>): AsyncGenerator<LocationRow> {
  let ready: LocationRow[] = []
  let point: { line: number; said: Record<string, string> } | undefined
  let text = ''
  let fault: Error | undefined
  const parser = new SaxesParser({ position: true })
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    if (localName(name) !== 'trkpt') return
    point = { line: parser.line, said: { ...(attributes as Record<string, string>) } }
  })
  parser.on('text', (piece) => {
    if (point) text += piece
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (!point) return
    if (local === 'trkpt') {
      ready.push({ where: `line ${point.line}`, ...readPoint(point.said) })
      point = undefined
    } else if (local === 'time' || Object.hasOwn(facts, local)) point.said[local] = text.trim()
    text = ''
  })
  parser.on('error', (error) => {
    fault ??= error
  })
  for await (const piece of pieces) {
    parser.write(piece)
    if (fault) throw new ClientError(`This is not GPX: ${fault.message}`)
    yield* ready
    ready = []
  }
  parser.close()
  if (fault) throw new ClientError(`This is not GPX: ${fault.message}`)
  yield* ready
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function readPoint(said: Record<string, string>): { location: NewLocation } | { fault: string } {
  const dateTime = said.time === undefined ? undefined : readTime(said.time, 'UTC')
  if (!dateTime) return { fault: said.time ? `time cannot be "${said.time}"` : 'the point has no time' }
  const latitude = Number(said.lat)
  const longitude = Number(said.lon)
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude))
    return { fault: 'lat and lon must be numbers' }
  const location: NewLocation = { dateTime, latitude, longitude }
  for (const [name, field] of Object.entries(facts)) {
    const value = said[name] ? Number(said[name]) : Number.NaN
    if (Number.isFinite(value)) location[field] = field === 'course' ? ((value % 360) + 360) % 360 : value
  }
  return { location }
}
