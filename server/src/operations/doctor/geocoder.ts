// Checks the geocoder with one lookup of a public place, and the terms of the public server of OpenStreetMap.

import { isIP } from 'node:net'
import { checkGeocoder } from '../../features/geocoding/geocoding.api.ts'
import type { Advice, Check } from './doctor.types.ts'
import { fault, inEnvironment, inShell, manually, ok, warning } from './findings.ts'

/** https://operations.osmfoundation.org/policies/nominatim/ */
const publicNominatim = 'nominatim.openstreetmap.org'

/** By what the lookup failed with. */
function adviceFor(why: string, url: string): Advice[] {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (/may not reach|must begin with https/.test(why)) {
    const bits = isIP(host) === 6 ? 128 : 32
    return isIP(host) > 0
      ? [inEnvironment(`export RASTRO_GEOCODER_ALLOWED_NETWORKS=${host}/${bits}`)]
      : [
          manually(
            'If the geocoder is in a network of yours, set RASTRO_GEOCODER_ALLOWED_NETWORKS to that network. Otherwise use https.',
          ),
        ]
  }
  if (/answered (401|403)/.test(why))
    return [manually('Correct RASTRO_GEOCODER_SECRET, and read the terms of the provider.')]
  if (/answered 429/.test(why))
    return [
      manually('Lower RASTRO_GEOCODER_REQUESTS_PER_SECOND to what the provider permits to all processes.'),
    ]
  if (/answered|the answer|format/.test(why))
    return [manually('Correct RASTRO_GEOCODER_KIND, RASTRO_GEOCODER_URL and RASTRO_GEOCODER_TEMPLATE.')]
  return [
    inShell(`nc -vz ${host} ${port || (protocol === 'https:' ? 443 : 80)}`),
    manually('Correct RASTRO_GEOCODER_URL or the firewall.'),
  ]
}

export const geocoderChecks: Check[] = [
  {
    id: 'outbound.geocoder',
    group: 'outbound',
    about: 'the geocoder is unreachable, or its answers are unusable',
    async run({ config }) {
      const { kind, geocoderUrl } = config.geocoding
      if (kind === 'off' || !geocoderUrl) return []
      const server = `the geocoder at ${new URL(geocoderUrl).host}`
      const beganAt = performance.now()
      const why = await checkGeocoder({ config })
      const tookMs = Math.round(performance.now() - beganAt)
      if (why === undefined) return ok(`${server} answered in ${tookMs} ms`)
      return fault(
        `${server} cannot be used: ${why}`,
        'There are no street addresses. Place names are shown instead.',
        ...adviceFor(why, geocoderUrl),
      )
    },
  },
  {
    id: 'outbound.geocoder-terms',
    group: 'outbound',
    about: 'the settings violate the terms of the public Nominatim server',
    run({ config }) {
      const { kind, geocoderUrl, contact, requestsPerSecond, cacheHours } = config.geocoding
      if (kind === 'off' || !geocoderUrl || new URL(geocoderUrl).hostname !== publicNominatim) return []
      const lines = [
        ...(contact ? [] : ['export RASTRO_GEOCODER_CONTACT=operator@example.com # your own']),
        ...(requestsPerSecond > 1 ? ['export RASTRO_GEOCODER_REQUESTS_PER_SECOND=1 # of all processes'] : []),
        ...(cacheHours > 0 ? [] : ['export RASTRO_GEOCODER_CACHE_HOURS=24']),
      ]
      if (lines.length === 0) return ok(`the settings follow the terms of ${publicNominatim}`)
      return warning(
        `the settings violate the terms of ${publicNominatim}: contact, one request per second, caching`,
        'It may block this installation. It is not meant for fleets: run a geocoder of your own.',
        inEnvironment(...lines),
      )
    },
  },
]
