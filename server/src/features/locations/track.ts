// Streams a track, simplified or in an export format, chunk by chunk.

import type { Static } from 'typebox'
import type { Chunk } from '../../platform/http/paging.ts'
import type { NamePlace } from '../places/place.api.ts'
import type { Format } from './formats.ts'
import type { LocationView } from './location.schema.ts'
import { createSimplifier } from './simplify.api.ts'

type Location = Static<typeof LocationView>

async function* locationsOf(
  chunks: AsyncIterable<Chunk>,
  simplifyM: number | undefined,
): AsyncGenerator<Location[]> {
  const simplifier = simplifyM === undefined ? undefined : createSimplifier<Location>(simplifyM)
  for await (const { json } of chunks) {
    const locations = JSON.parse(`[${json}]`) as Location[]
    yield simplifier ? locations.flatMap((location) => simplifier.push(location)) : locations
  }
  if (simplifier) yield simplifier.end()
}

export async function* simplifiedTrack(
  chunks: AsyncIterable<Chunk>,
  toleranceM: number,
): AsyncGenerator<Chunk> {
  for await (const locations of locationsOf(chunks, toleranceM)) {
    yield { json: locations.map((location) => JSON.stringify(location)).join(','), count: locations.length }
  }
}

export async function* exportTrack(
  chunks: AsyncIterable<Chunk>,
  format: Format,
  { name, simplifyM, namePlace }: { name: string; simplifyM: number | undefined; namePlace: NamePlace },
): AsyncGenerator<string> {
  const placeOf = ({ latitude, longitude }: Location) =>
    latitude === null || longitude === null ? undefined : namePlace(latitude, longitude).name
  yield format.begin(name)
  let first = true
  for await (const locations of locationsOf(chunks, simplifyM)) {
    let text = ''
    for (const location of locations) {
      text += format.write(location, first, placeOf)
      first = false
    }
    if (text) yield text
  }
  yield format.end()
}
