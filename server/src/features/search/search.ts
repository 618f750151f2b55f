// What a search box finds: coordinates, devices, geofences, towns and street addresses.

import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Language } from '../../platform/http/accept-language.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Preferences } from '../../platform/http/preferences.ts'
import { listDevices } from '../devices/device.api.ts'
import { searchAddresses } from '../geocoding/geocoding.api.ts'
import { searchGeofences } from '../geofences/geofence.api.ts'
import { listLastLocations } from '../locations/location.api.ts'
import { parseCoordinates } from '../places/coordinates/coordinates.api.ts'
import { createPlaceNames } from '../places/place.api.ts'
import { searchTowns } from '../places/search-towns.api.ts'
import type { ResultView } from './search.schema.ts'

type Result = Static<typeof ResultView>
type Needs = Pick<Context, 'db' | 'now' | 'config' | 'log'>

const defaultLimit = 10

export async function searchPlaces(
  ctx: Needs,
  caller: Caller,
  { q, limit = defaultLimit, addresses = false }: { q: string; limit?: number; addresses?: boolean },
  preferences: Preferences,
): Promise<Result[]> {
  const text = q.trim()
  const { language } = preferences
  const [coordinates, devices, geofences, streets] = await Promise.all([
    findCoordinates(ctx, caller, text, preferences),
    findDevices(ctx, caller, text, limit),
    findGeofences(ctx, caller, text, limit),
    addresses ? findAddresses(ctx, caller, text, language) : [],
  ])
  return [...coordinates, ...devices, ...geofences, ...findTowns(text, language, limit), ...streets]
}

async function findCoordinates(
  ctx: Needs,
  caller: Caller,
  text: string,
  preferences: Preferences,
): Promise<Result[]> {
  const point = parseCoordinates(text)
  if (!point) return []
  const { latitude, longitude } = point
  const namePlace = await createPlaceNames(ctx, caller, preferences)
  const name = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return [{ type: 'coordinates', name, detail: namePlace(latitude, longitude).name, latitude, longitude }]
}

interface FoundDevice {
  id: string
  name: string
  licensePlate: string | null
}

async function findDevices(ctx: Needs, caller: Caller, search: string, limit: number): Promise<Result[]> {
  const found = await listDevices(ctx, caller, { search })({ after: 0, limit })
  const devices = JSON.parse(`[${found.json ?? ''}]`) as FoundDevice[]
  if (devices.length === 0) return []
  const ids = devices.map(({ id }) => id)
  const last = await listLastLocations(ctx, caller, { ids })({ after: 0, limit })
  const locations = JSON.parse(`[${last.json ?? ''}]`) as {
    deviceId: string
    latitude: number
    longitude: number
  }[]
  return devices.map(({ id, name, licensePlate }) => {
    const { latitude = null, longitude = null } = locations.find(({ deviceId }) => deviceId === id) ?? {}
    return { type: 'device', id, name, detail: licensePlate, latitude, longitude }
  })
}

/** A point of it is enough to fly to: the interface has its outline. */
async function findGeofences(ctx: Needs, caller: Caller, search: string, limit: number): Promise<Result[]> {
  const found = await searchGeofences(ctx, caller, search, limit)
  return found.map((geofence) => ({ type: 'geofence', detail: null, ...geofence }))
}

async function findAddresses(
  ctx: Needs,
  caller: Caller,
  text: string,
  language: Language,
): Promise<Result[]> {
  const found = (await searchAddresses(ctx, caller, text, language)) ?? []
  return found.map(({ address, latitude, longitude }) => {
    return { type: 'address', name: address.text, detail: address.country, latitude, longitude }
  })
}

function findTowns(text: string, language: Language, limit: number): Result[] {
  return searchTowns(text, language, limit).map(({ name, region, countryName, latitude, longitude }) => {
    const detail = [region === name ? null : region, countryName].filter(Boolean).join(', ')
    return { type: 'town', name, detail, latitude, longitude }
  })
}
