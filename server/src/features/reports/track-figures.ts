// A picture of the trips of each device, with the places where it stopped longest: of a few devices, within a budget of time.

import { createSimplifier } from '../locations/simplify.api.ts'
import type { SegmentKind } from '../trips/detection/detection.types.ts'
import type { DrawnPoint } from '../trips/drawn-track.api.ts'
import { readDrawnTrack } from '../trips/drawn-track.api.ts'
import type { ReportedSegment } from '../trips/reported-segments.api.ts'
import { readReportedSegments } from '../trips/reported-segments.api.ts'
import type { Reading, ReportedDevice } from './catalogue/catalogue.types.ts'
import { periodOf } from './catalogue/device-values.ts'
import type { TrackPicture } from './document.types.ts'
import { createValueFormat } from './formats/values.ts'

export const maxPictures = 6
export type ReadShown = (
  reading: Reading,
  device: ReportedDevice,
) => Promise<Pick<TrackPicture, 'stops' | 'marks'> | undefined>

const maxTrips = 300
const maxPoints = 2_000
const maxStops = 12
const budgetMs = 15_000
/** Of the larger side of a picture. */
const simplifiedShare = 1 / 1_000
const metresPerDegree = 111_195

/** `partOf`: what the pictures of a report show besides the tracks. Without it, a device has no picture. */
export async function readTrackPictures(
  reading: Reading,
  partOf: ReadShown = stopsOf,
): Promise<TrackPicture[]> {
  const startedAtMs = performance.now()
  const pictures: TrackPicture[] = []
  for await (const { devices } of reading.devices(maxPictures)) {
    for (const device of devices.filter(({ isRepeat }) => !isRepeat)) {
      const picture = await pictureOf(reading, device, partOf)
      if (picture) pictures.push(picture)
      if (pictures.length === maxPictures || performance.now() - startedAtMs > budgetMs) return pictures
    }
  }
  return pictures
}

async function pictureOf(
  reading: Reading,
  device: ReportedDevice,
  partOf: ReadShown,
): Promise<TrackPicture | undefined> {
  const { db, dates } = reading
  const period = periodOf(dates)
  const trips = await firstOf(reading, device, 'trip')
  if (trips.length === 0) return undefined
  const parts = trips.map(({ segment }) => ({
    fromMs: Math.max(segment.beganAtMs, period.fromMs),
    toMs: Math.min(segment.untilMs + 1, period.toMs),
  }))
  const tracks: DrawnPoint[][] = []
  for await (const points of readDrawnTrack(db, device.number, parts, maxPoints)) {
    tracks.push(withoutSpikes(points))
  }
  const lines = simplified(tracks).filter(({ length }) => length > 1)
  if (lines.length === 0) return undefined
  const shown = await partOf(reading, device)
  return shown && { type: 'track', title: device.name, lines: thinned(lines), ...shown }
}

/** Those of a longer list are not drawn. */
async function firstOf(
  { db, dates, timeZone, now }: Reading,
  { number }: ReportedDevice,
  kind: SegmentKind,
): Promise<ReportedSegment[]> {
  const wanted = { deviceNumbers: [number], kind, period: periodOf(dates), timeZone, now }
  const found: ReportedSegment[] = []
  for await (const some of readReportedSegments(db, wanted)) {
    found.push(...some.slice(0, maxTrips - found.length))
    if (found.length === maxTrips) break
  }
  return found
}

/** The places with the longest stops, in the order of the first one: as in `Puerto Montt · 14× · 251:46 h`. */
async function stopsOf(reading: Reading, device: ReportedDevice): Promise<Pick<TrackPicture, 'stops'>> {
  const { namePlace, request, timeZone } = reading
  const format = createValueFormat({ language: request.language, units: request.units, timeZone })
  const places = new Map<string, { latitude: number; longitude: number; count: number; seconds: number }>()
  for (const { segment, seconds } of await firstOf(reading, device, 'stop')) {
    const [latitude, longitude] = [segment.from.latitudeE7 / 1e7, segment.from.longitudeE7 / 1e7]
    const name = namePlace(latitude, longitude).shortName
    const known = places.get(name) ?? { latitude, longitude, count: 0, seconds: 0 }
    places.set(name, { ...known, count: known.count + 1, seconds: known.seconds + seconds })
  }
  const least = [...places.values()].map(({ seconds }) => seconds).sort((a, b) => b - a)[maxStops - 1] ?? 0
  const stops = [...places]
    .filter(([, { seconds }]) => seconds >= least)
    .slice(0, maxStops)
    .map(([name, { latitude, longitude, count, seconds }]) => {
      const times = count > 1 ? ` · ${count}×` : ''
      return { latitude, longitude, label: `${name}${times} · ${format.cell(seconds, 'duration')} h` }
    })
  return { stops }
}

/** A single location far from those before and after it, which are close to each other, is a jump of the receiver. */
function withoutSpikes(points: DrawnPoint[]): DrawnPoint[] {
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]]
    if (!before || !after) return true
    const away = Math.min(distanceDeg(before, point), distanceDeg(point, after))
    return away < 4 * distanceDeg(before, after) || away * metresPerDegree < 500
  })
}

function distanceDeg(one: DrawnPoint, other: DrawnPoint): number {
  const scale = Math.cos((one.latitude * Math.PI) / 180)
  const degrees = Math.abs(one.longitude - other.longitude)
  return Math.hypot(one.latitude - other.latitude, Math.min(degrees, 360 - degrees) * scale)
}

function simplified(tracks: DrawnPoint[][]): TrackPicture['lines'] {
  const latitudes = tracks.flat().map(({ latitude }) => latitude)
  const spanDeg = latitudes.length === 0 ? 0 : greatest(latitudes) + greatest(latitudes.map((one) => -one))
  const toleranceM = Math.max(5, spanDeg * metresPerDegree * simplifiedShare)
  return tracks.map((points) => {
    const simplifier = createSimplifier<DrawnPoint>(toleranceM)
    const kept = [...points.flatMap((point) => simplifier.push(point)), ...simplifier.end()]
    return kept.map(({ latitude, longitude }): [number, number] => [latitude, longitude])
  })
}

const greatest = (values: number[]) => values.reduce((one, other) => Math.max(one, other))

/** At most `maxPoints` over all lines; the ends of each are kept. */
function thinned(lines: TrackPicture['lines']): TrackPicture['lines'] {
  const count = lines.reduce((sum, { length }) => sum + length, 0)
  const room = maxPoints - 2 * lines.length
  const step = Math.ceil(count / Math.max(1, room))
  if (step <= 1) return lines
  return lines.map((line) => line.filter((_, at) => at % step === 0 || at === line.length - 1))
}
