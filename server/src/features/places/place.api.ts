// Places as the API shows them: where a point lies, the caller's geofences first.

import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Pool } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Preferences } from '../../platform/http/preferences.ts'
import { preferencesOf } from '../../platform/http/preferences.ts'
import type { Log } from '../../platform/observability/log.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { listSeenGeofences } from '../geofences/geofence.api.ts'
import { loadGeofenceNames } from './geofence-names.ts'
import type { Place } from './place.types.ts'
import { placeAt } from './place-at.ts'
import { nameOfPlace, shortNameOfPlace } from './place-name.ts'
import type { DescribedPlaceView, PlaceView } from './place-view.api.ts'
import { loadWorld, placesFolder, placesFormat, readPlaces } from './world.ts'

export type ShownPlace = Static<typeof PlaceView>

/**
 * Reading the file takes a quarter of a second, in which nothing else is done: before the first request, not with it.
 * Trackers and alerts do not depend on it, so that an installation without the file starts.
 */
export function preparePlaces({ log }: { log: Log }, folder?: URL): void {
  const why = loadWorld(folder)
  if (why) log.error({ why }, 'places are named by their coordinates; run "rastro doctor" for advice')
}

/** For the doctor: reads the file, also if this process has done so before. */
export function checkPlaces(
  folder: URL = placesFolder,
): { format: string; towns: number; regions: number } | { why: string; folder: string } {
  try {
    const { townCountries, regions } = readPlaces(folder)
    return { format: placesFormat, towns: townCountries.length, regions: regions.length }
  } catch (error) {
    return { why: (error as Error).message, folder: fileURLToPath(folder) }
  }
}

/** By what names the point; `unnamed` has its coordinates only. */
const lookups = {
  geofence: metrics.placesLookups('geofence'),
  land: metrics.placesLookups('land'),
  sea: metrics.placesLookups('sea'),
  unnamed: metrics.placesLookups('unnamed'),
}

function kindOf({ country, townCountry }: Place): keyof typeof lookups {
  if (country) return 'land'
  return townCountry === '' ? 'unnamed' : 'sea'
}

/** Names as many points as needed, without waiting. */
export type NamePlace = (latitude: number, longitude: number) => ShownPlace

export async function createPlaceNames(
  ctx: { db: Pool },
  caller: Pick<Caller, 'accountId' | 'scope' | 'role' | 'privileges'>,
  preferences: Preferences,
): Promise<NamePlace> {
  const db = ctx.db.forAccount(caller.accountId)
  const [geofences, seen] = await Promise.all([
    loadGeofenceNames(ctx.db, db),
    listSeenGeofences({ db }, caller),
  ])
  return (latitude, longitude) => {
    const geofence = geofences.at({ latitude, longitude }, seen) ?? null
    const place = placeAt(latitude, longitude, preferences.language)
    lookups[geofence ? 'geofence' : kindOf(place)].n += 1
    const near = shortNameOfPlace(place, preferences)
    return {
      name: nameOfPlace(place, preferences, near, geofence?.name),
      shortName: geofence?.name ?? near,
      geofence,
      ...fieldsOf(place),
    }
  }
}

/** In the language and the units of the request. */
export function placeNamesFor(
  ctx: { db: Pool },
  { caller, headers }: Pick<FastifyRequest, 'caller' | 'headers'>,
): Promise<NamePlace> {
  return createPlaceNames(ctx, caller, preferencesOf(headers))
}

export type DescribedPlace = Static<typeof DescribedPlaceView>

/** For readers who may not see the geofences of the account. */
export function describePlace(latitude: number, longitude: number, preferences: Preferences): DescribedPlace {
  const place = placeAt(latitude, longitude, preferences.language)
  lookups[kindOf(place)].n += 1
  const near = shortNameOfPlace(place, preferences)
  return {
    name: nameOfPlace(place, preferences, near),
    shortName: near,
    ...fieldsOf(place),
  }
}

/** What programs receive that did not say how they want names. */
export const programPreferences: Preferences = { language: 'en', units: 'metric' }

function fieldsOf({ town, distanceM, direction, region, country, sea }: Place) {
  return { town, distance: distanceM, direction, region, country, sea }
}

interface Located {
  latitude?: number | null
  longitude?: number | null
}

/** Adds `place` to a record that has coordinates. */
export function withPlace<T extends Located>(record: T, namePlace: NamePlace): T & { place?: ShownPlace } {
  const { latitude, longitude } = record
  return latitude == null || longitude == null ? record : { ...record, place: namePlace(latitude, longitude) }
}

/** The same of records whose JSON was built by PostgreSQL: `{…},{…}`. */
export function withPlaces(json: string, namePlace: NamePlace): string {
  const records = JSON.parse(`[${json}]`) as Located[]
  return records.map((record) => JSON.stringify(withPlace(record, namePlace))).join(',')
}
