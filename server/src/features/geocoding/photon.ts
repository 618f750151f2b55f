// Photon: GeoJSON with the properties of GeocodeJSON. https://github.com/komoot/photon/blob/master/docs/api-v1.md
// The language is a header: a parameter `lang` that the server was not built for would be an error.

import { firstOf, valueAt } from './json-pointer.ts'
import type { Provider } from './provider.types.ts'

export const photon: Provider = {
  hasCoordinates: true,
  reversePath: ({ latitude, longitude }) =>
    `/reverse?lat=${latitude}&lon=${longitude}&limit=1&layer=house&layer=street`,
  searchPath(query, near) {
    const bias = near ? `&lat=${near.latitude}&lon=${near.longitude}` : ''
    return `/api?q=${encodeURIComponent(query)}&limit=5${bias}`
  },
  resultsOf(body) {
    const features = valueAt(body, '/features')
    return Array.isArray(features) ? features : undefined
  },
  read(feature) {
    const property = (name: string) => valueAt(feature, `/properties/${name}`)
    const name = property('name')
    const type = property('type')
    // A street or a town is its own name.
    const isStreet = type === 'street' || property('osm_key') === 'highway'
    const street = property('street') ?? (isStreet ? name : undefined)
    const town = property('city') ?? (type === 'city' ? name : undefined)
    return {
      name,
      street,
      houseNumber: property('housenumber'),
      postalCode: property('postcode'),
      town: town ?? firstOf(feature, ['/properties/locality', '/properties/district']),
      region: firstOf(feature, ['/properties/state', '/properties/county']),
      country: property('country'),
      countryCode: property('countrycode'),
      longitude: valueAt(feature, '/geometry/coordinates/0'),
      latitude: valueAt(feature, '/geometry/coordinates/1'),
    }
  },
}
