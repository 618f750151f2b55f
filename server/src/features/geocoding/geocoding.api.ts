// Street addresses by the geocoder that the operator chose. Null means: use place names. Do not call it inside a
// transaction, nor where trackers or alerts wait: a lookup takes up to 1.5 s.

import type { Config } from '../../config/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { oneLine } from '../../platform/mail/safe-text.ts'
import { createClient, reverseLookup, searchLookup } from './client.ts'
import type { Geocoder } from './geocoder.ts'
import { createGeocoder } from './geocoder.ts'
import type { Address, Coordinates, FoundAddress } from './geocoding.types.ts'

const minQueryLength = 3
const maxQueryLength = 200

type GeocodingContext = Pick<Context, 'config' | 'log' | 'now'>
/** Whose share of the pace it is. */
type AccountOf = Pick<Caller, 'accountId'>

/** One per process: pace, breaker and cache are of the whole. */
const geocoders = new WeakMap<Config, Geocoder | { lookUp: undefined }>()
function geocoderOf(ctx: GeocodingContext) {
  const known = geocoders.get(ctx.config) ?? createGeocoder(ctx) ?? { lookUp: undefined }
  geocoders.set(ctx.config, known)
  return known
}

/** The address at a position, within 0.8 s. Null if there is none, or if it is not known in time. */
export async function addressAt(
  ctx: GeocodingContext,
  { accountId }: AccountOf,
  latitude: number,
  longitude: number,
  language: string,
): Promise<Address | null> {
  const { lookUp } = geocoderOf(ctx)
  const at = { latitude, longitude }
  if (!lookUp || !isOnEarth(at)) return null
  const found = await lookUp(accountId, reverseLookup(at, languageOf(language)))
  return found?.[0]?.address ?? null
}

/** Addresses that match a text, within 1.5 s, best first, at most five. Null if they are not known in time. */
export async function searchAddresses(
  ctx: GeocodingContext,
  { accountId }: AccountOf,
  text: string,
  language: string,
  near?: Coordinates,
): Promise<readonly FoundAddress[] | null> {
  const { lookUp } = geocoderOf(ctx)
  const query = oneLine(text.slice(0, maxQueryLength).toWellFormed(), maxQueryLength)
  if (!lookUp || query.length < minQueryLength) return null
  const preferred = near && isOnEarth(near) ? near : undefined
  return lookUp(accountId, searchLookup(query, preferred, languageOf(language)))
}

/** One lookup of a public place, for the doctor. Neither paced nor cached. */
export async function checkGeocoder({ config }: Pick<Context, 'config'>): Promise<string | undefined> {
  const brandenburgGate = { latitude: 52.5163, longitude: 13.3777 }
  const outcome = await createClient(config)?.(reverseLookup(brandenburgGate, 'en'))
  return outcome && outcome.kind !== 'answered' ? outcome.why : undefined
}

function isOnEarth({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/** It becomes part of a URL and of a header. */
function languageOf(language: string): string {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i.test(language) ? language.toLowerCase() : 'en'
}
