// Fetches the locations of a period page by page, up to what a browser can handle. Beyond that the server simplifies
// the track.

import type { Location, Rastro } from '@rastro/client'
import type { Period } from '../../ui/period/period.ts'
import { toQuery } from '../../ui/period/period.ts'
import type { Track } from './track.ts'
import { buildTrack, medianIntervalMs } from './track.ts'

export const maxPoints = 50_000
const pageSize = 1_000
const path = '/api/devices/{deviceId}/locations'
/** Metres, for increasingly long periods. */
const tolerancesM = [10, 50, 250, 1_000]
/** One tolerance further for each time the period exceeds the limit by this factor. */
const growth = 5

export interface LoadedTrack {
  track: Track
  /** The tolerance in metres; undefined if the track is complete. */
  simplifiedM: number | undefined
}
export interface Loading {
  count: number
  /** The share of the period that has been fetched. */
  share: number
}
export interface TrackQuery {
  deviceId: string
  period: Period
  signal?: AbortSignal | undefined
  onProgress?(loading: Loading): void
}

export async function loadTrack(
  rastro: Pick<Rastro, 'get' | 'pages'>,
  query: TrackQuery,
): Promise<LoadedTrack> {
  const { deviceId, period, signal, onProgress } = query
  const options = { path: { deviceId }, query: { ...toQuery(period), limit: pageSize }, signal }
  const locations: Location[] = []
  for await (const page of rastro.pages(path, options)) {
    for (const location of page.locations) locations.push(location)
    const share = shareOf(locations, period)
    if (locations.length >= maxPoints && page.nextCursor) {
      onProgress?.({ count: locations.length, share: 1 })
      return loadSimplified(rastro, query, locations, share)
    }
    onProgress?.({ count: locations.length, share })
  }
  return { track: buildTrack(locations), simplifiedM: undefined }
}

async function loadSimplified(
  rastro: Pick<Rastro, 'get'>,
  { deviceId, period, signal }: TrackQuery,
  seen: Location[],
  share: number,
): Promise<LoadedTrack> {
  const rawIntervalMs = medianIntervalMs(seen.map(({ dateTime }) => Date.parse(dateTime)))
  const timesTooMany = seen.length / share / maxPoints
  const begin = Math.min(tolerancesM.length - 1, Math.floor(Math.log(timesTooMany) / Math.log(growth)))
  for (const simplify of tolerancesM.slice(begin)) {
    const query = { ...toQuery(period), simplify }
    const { locations } = await rastro.get(path, { path: { deviceId }, query, signal })
    if (locations.length > maxPoints && simplify !== tolerancesM.at(-1)) continue
    return { track: buildTrack(locations, rawIntervalMs), simplifiedM: simplify }
  }
  throw new Error('unreachable: the last tolerance is taken whatever it gives')
}

function shareOf(locations: Location[], { fromMs, toMs }: Period): number {
  const last = locations.at(-1)
  return last ? Math.min(1, Math.max(0.001, (Date.parse(last.dateTime) - fromMs) / (toMs - fromMs))) : 1
}
