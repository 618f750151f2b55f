// A history as GPX: the points of its tracks, in the order of the file.

import { SaxesParser } from 'saxes'
import { ClientError } from '../failure.ts'
import type { LocationRow, NewLocation } from './new-location.ts'
import { readTime } from './times.ts'

/** GPX 1.0 has speed and course itself, 1.1 in vendor extensions; all use metres a second and degrees. */
const facts: Record<string, 'altitude' | 'speed' | 'course' | 'satellites'> = {
  ele: 'altitude',
  speed: 'speed',
  course: 'course',
  sat: 'satellites',
}

export async function* readGpxHistory(pieces: AsyncIterable<string>): AsyncGenerator<LocationRow> {
  let ready: LocationRow[] = []
  let point: { line: number; values: Record<string, string> } | undefined
  let text = ''
  let fault: Error | undefined
  const parser = new SaxesParser({ position: true })
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    if (localName(name) !== 'trkpt') return
    point = { line: parser.line, values: { ...(attributes as Record<string, string>) } }
  })
  parser.on('text', (piece) => {
    if (point) text += piece
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (!point) return
    if (local === 'trkpt') {
      ready.push({ where: `line ${point.line}`, ...readPoint(point.values) })
      point = undefined
    } else if (local === 'time' || Object.hasOwn(facts, local)) point.values[local] = text.trim()
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

function readPoint(values: Record<string, string>): { location: NewLocation } | { fault: string } {
  const dateTime = values.time === undefined ? undefined : readTime(values.time, 'UTC')
  if (!dateTime) return { fault: values.time ? `time cannot be "${values.time}"` : 'the point has no time' }
  const latitude = Number(values.lat)
  const longitude = Number(values.lon)
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude))
    return { fault: 'lat and lon must be numbers' }
  const location: NewLocation = { dateTime, latitude, longitude }
  for (const [name, field] of Object.entries(facts)) {
    const value = values[name] ? Number(values[name]) : Number.NaN
    if (Number.isFinite(value)) location[field] = field === 'course' ? ((value % 360) + 360) % 360 : value
  }
  return { location }
}
