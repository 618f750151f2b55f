// Any other geocoder, by a JSON template of the operator.

import type { GeocoderTemplate } from '../../config/geocoder-template.ts'
import { addressFields } from '../../config/geocoder-template.ts'
import { firstOf, valueAt } from './json-pointer.ts'
import type { Provider } from './provider.types.ts'

export function createTemplateProvider({
  reverse,
  search,
  searchNear,
  results,
  fields,
}: GeocoderTemplate): Provider {
  return {
    hasCoordinates: fields.latitude.length > 0 && fields.longitude.length > 0,
    reversePath: (at, language) => fill(reverse, { ...at, language }),
    searchPath(query, near, language) {
      const path = (near && searchNear) ?? search
      return path && fill(path, { ...near, query, language })
    },
    resultsOf(body) {
      const found = results.map((pointer) => valueAt(body, pointer)).find((value) => value !== undefined)
      if (Array.isArray(found)) return found
      return typeof found === 'object' && found !== null ? [found] : undefined
    },
    read: (result) => Object.fromEntries(addressFields.map((name) => [name, firstOf(result, fields[name])])),
  }
}

/** The key is filled in where the URL is built. */
function fill(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name]!) : whole,
  )
}
