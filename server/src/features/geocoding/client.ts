// One lookup at the configured geocoder: builds the request, and makes addresses of the answer.

import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config/config.ts'
import { createGuard } from '../../platform/outbound/guard.ts'
import { cleanAddress, isNear } from './clean-address.ts'
import type { Coordinates, FoundAddress } from './geocoding.types.ts'
import { failureOf, getJson } from './get-json.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'
import type { Failure, Provider, SentCoordinates } from './provider.types.ts'
import { createTemplateProvider } from './template.ts'

const maxResults = 5
/** About 11 m: enough for a house number, and what the cache compares. */
const reverseDecimals = 4
/** About 1 km: what is near is preferred, and the provider need not know the position. */
const nearDecimals = 2

export type LookupOutcome = { kind: 'answered'; found: FoundAddress[] } | Failure

/** Rounded, so that the provider gets no more than the answer needs. */
export interface ReverseLookup {
  operation: 'reverse'
  at: SentCoordinates
  language: string
}
export interface SearchLookup {
  operation: 'search'
  query: string
  near: SentCoordinates | undefined
  language: string
}
export type Lookup = ReverseLookup | SearchLookup

export function reverseLookup(at: Coordinates, language: string): ReverseLookup {
  return { operation: 'reverse', at: rounded(at, reverseDecimals), language }
}

export function searchLookup(query: string, near: Coordinates | undefined, language: string): SearchLookup {
  return { operation: 'search', query, near: near && rounded(near, nearDecimals), language }
}

function rounded({ latitude, longitude }: Coordinates, decimals: number): SentCoordinates {
  return { latitude: latitude.toFixed(decimals), longitude: longitude.toFixed(decimals) }
}

export type LookUp = (lookup: Lookup) => Promise<LookupOutcome>

/** Undefined if no geocoder is configured. */
export function createClient({ geocoding }: Pick<Config, 'geocoding'>): LookUp | undefined {
  const { geocoderUrl } = geocoding
  const provider = providerOf(geocoding)
  if (!provider || !geocoderUrl) return undefined
  const guard = createGuard({
    allowedNetworks: geocoding.allowedNetworks,
    // The operator chooses the URL, so its port is as intended as its host.
    publicPorts: 'any',
    dnsServers: [],
    who: 'lookups',
  })
  const { secret } = geocoding.key
  const userAgent = `Rastro/${packageJson.version}${geocoding.contact && ` (${geocoding.contact})`}`

  return async (lookup) => {
    const path = pathOf(provider, lookup)
    if (path === undefined) return { kind: 'refused', why: 'the template has no search' }
    const { url, hasKey } = withKey(withPath(geocoderUrl, path), secret)
    const answer = await getJson(guard, url, {
      headers: {
        'user-agent': userAgent,
        'accept-language': lookup.language,
        ...(secret && !hasKey && { authorization: `Bearer ${secret}` }),
      },
      timeoutMs: geocoding.timeoutSeconds * 1_000,
    })
    if (answer.kind !== 'json') return answer
    const results = provider.resultsOf(answer.body)
    // Some answer 404 where nothing is; otherwise it is a wrong URL.
    if (answer.status === 404 && results?.length !== 0) return failureOf(404, undefined)
    if (!results) return { kind: 'failed', why: 'the answer is not in the format of this kind of geocoder' }
    return outcomeOf(provider, lookup, results)
  }
}

function providerOf({ kind, template }: Config['geocoding']): Provider | undefined {
  if (kind === 'photon') return photon
  if (kind === 'nominatim') return nominatim
  return kind === 'template' && template ? createTemplateProvider(template) : undefined
}

function pathOf(provider: Provider, lookup: Lookup): string | undefined {
  return lookup.operation === 'reverse'
    ? provider.reversePath(lookup.at, lookup.language)
    : provider.searchPath(lookup.query, lookup.near, lookup.language)
}

/** The URL may have a query, for a key. */
function withPath(url: string, path: string): string {
  const [root = '', query] = url.split('?')
  return `${root}${path}${query ? `${path.includes('?') ? '&' : '?'}${query}` : ''}`
}

function withKey(url: string, secret = ''): { url: string; hasKey: boolean } {
  return { url: url.replaceAll('{key}', encodeURIComponent(secret)), hasKey: url.includes('{key}') }
}

function outcomeOf(provider: Provider, lookup: Lookup, results: unknown[]): LookupOutcome {
  const asked =
    lookup.operation === 'reverse'
      ? { latitude: Number(lookup.at.latitude), longitude: Number(lookup.at.longitude) }
      : undefined
  const options = { otherwiseAt: provider.hasCoordinates ? undefined : asked, withName: !asked }
  const clean = results
    .slice(0, maxResults)
    .map((result) => cleanAddress(provider.read(result), options))
    .filter((one) => one !== undefined)
  if (results.length > 0 && clean.length === 0)
    return { kind: 'failed', why: 'the answer has no field of an address' }
  return { kind: 'answered', found: asked ? clean.filter((one) => isNear(one, asked)) : clean }
}
