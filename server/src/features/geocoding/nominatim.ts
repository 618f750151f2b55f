// Nominatim: the format jsonv2. https://nominatim.org/release-docs/latest/api/Output/

import { firstOf, valueAt } from './json-pointer.ts'
import type { Provider } from './provider.types.ts'

/** Nothing is there: the middle of the sea, or outside of the imported region. Not an error of the server. */
const nothing = 'Unable to geocode'
/** Results in this box around a position are preferred, others are found too. */
const boxDeg = 0.5

const addressOf = (...names: string[]) => names.map((name) => `/address/${name}`)
const streets = addressOf('road', 'pedestrian', 'footway', 'cycleway', 'path')
const towns = addressOf('city', 'town', 'village', 'municipality', 'hamlet', 'suburb')
const regions = addressOf('state', 'region', 'county')

export const nominatim: Provider = {
  hasCoordinates: true,
  reversePath: ({ latitude, longitude }) =>
    `/reverse?format=jsonv2&addressdetails=1&layer=address&lat=${latitude}&lon=${longitude}`,
  searchPath(query, near) {
    const box = near ? `&viewbox=${boxAround(Number(near.latitude), Number(near.longitude))}` : ''
    return `/search?format=jsonv2&addressdetails=1&limit=5&q=${encodeURIComponent(query)}${box}`
  },
  resultsOf(body) {
    if (Array.isArray(body)) return body
    if (valueAt(body, '/error') === nothing) return []
    return valueAt(body, '/address') === undefined ? undefined : [body]
  },
  read: (place) => ({
    name: valueAt(place, '/name'),
    street: firstOf(place, streets),
    houseNumber: firstOf(place, addressOf('house_number')),
    postalCode: firstOf(place, addressOf('postcode')),
    town: firstOf(place, towns),
    region: firstOf(place, regions),
    country: firstOf(place, addressOf('country')),
    countryCode: firstOf(place, addressOf('country_code')),
    latitude: valueAt(place, '/lat'),
    longitude: valueAt(place, '/lon'),
  }),
}

function boxAround(latitude: number, longitude: number): string {
  return [longitude - boxDeg, latitude - boxDeg, longitude + boxDeg, latitude + boxDeg]
    .map((degrees) => degrees.toFixed(2))
    .join(',')
}
