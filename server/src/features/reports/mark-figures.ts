// Where the spans and events of a device are on its track.

import { harshKinds } from '../trips/incidents/incident.types.ts'
import type { TripIncident } from './catalogue/driven.ts'
import { readDrivenDevice, readTripIncidents } from './catalogue/driven.ts'
import type { ReadShown } from './track-figures.ts'

const maxMarks = 300
/** Of one device, for its picture. */
const maxRead = 1_000_000

/** Undefined if there is none: the track alone shows nothing. */
export const readMarks: ReadShown = async (reading, device) => {
  const driven = await readDrivenDevice(reading, device)
  if (!driven) return undefined
  const found: TripIncident[] = []
  let read = 0
  const onRead = (locations: number) => {
    read += locations
  }
  for await (const some of readTripIncidents(reading, driven, onRead)) {
    found.push(...some.filter(({ latitudeE7 }) => latitudeE7 !== null))
    if (found.length >= maxMarks || read >= maxRead) break
  }
  const shown = found.slice(0, maxMarks)
  const marks = (['speeding', ...harshKinds] as const).flatMap((kind, colour) => {
    const places = shown
      .filter((one) => one.kind === kind)
      .map(({ latitudeE7, longitudeE7 }) => ({ latitude: latitudeE7! / 1e7, longitude: longitudeE7! / 1e7 }))
    return places.length > 0 ? [{ label: reading.texts.incidents[kind], colour, places }] : []
  })
  return marks.length > 0 ? { stops: [], marks } : undefined
}
