// The JSON template of a geocoder: paths of its requests, and JSON pointers to the fields of its answers.

export const addressFields = [
  'text',
  'street',
  'houseNumber',
  'postalCode',
  'town',
  'region',
  'country',
  'latitude',
  'longitude',
] as const
export type AddressField = (typeof addressFields)[number]

export interface GeocoderTemplate {
  /** Paths, appended to the URL of the geocoder. The second search is for results near a position. */
  reverse: string
  search: string | undefined
  searchNear: string | undefined
  /** JSON pointers (RFC 6901) to the list of results, or to the only one. The first that exists counts. */
  results: string[]
  /** JSON pointers into a result. */
  fields: Record<AddressField, string[]>
}

const placeholders = {
  reverse: ['latitude', 'longitude', 'language', 'key'],
  search: ['query', 'language', 'key'],
  searchNear: ['query', 'latitude', 'longitude', 'language', 'key'],
} as const
const known = ['reverse', 'search', 'searchNear', 'results', 'fields']

/** All faults at once. */
export function readTemplate(json: unknown): { template: GeocoderTemplate | undefined; faults: string[] } {
  const faults: string[] = []
  if (!isObject(json)) return { template: undefined, faults: ['must be a JSON object'] }
  for (const name of Object.keys(json))
    if (!known.includes(name)) faults.push(`has an unknown member "${name}"`)

  const pathOf = (name: keyof typeof placeholders): string | undefined => {
    const path = json[name]
    if (path === undefined) return undefined
    if (typeof path !== 'string' || !/^\/[\x21-\x7e]*$/.test(path) || path.includes('#')) {
      faults.push(`has a "${name}" that is not a path like /reverse?lat={latitude}&lon={longitude}`)
      return undefined
    }
    for (const [, inner] of path.matchAll(/\{([^}]*)\}/g)) {
      if (!(placeholders[name] as readonly string[]).includes(inner!))
        faults.push(`has {${inner}} in "${name}", which is not one of ${placeholders[name].join(', ')}`)
    }
    return path
  }
  const pointersOf = (where: string, value: unknown): string[] => {
    const pointers = value === undefined ? [] : [value].flat()
    const isPointer = (one: unknown) => one === '' || (typeof one === 'string' && one.startsWith('/'))
    if (pointers.every(isPointer)) return pointers as string[]
    faults.push(`has a "${where}" that is not a JSON pointer like /address/street, or a list of them`)
    return []
  }

  const fields = isObject(json.fields) ? json.fields : {}
  for (const name of Object.keys(fields))
    if (!(addressFields as readonly string[]).includes(name)) faults.push(`has an unknown field "${name}"`)
  const [reverse, search, searchNear] = [pathOf('reverse'), pathOf('search'), pathOf('searchNear')]
  const template = {
    reverse: reverse ?? '',
    search,
    searchNear,
    results: pointersOf('results', json.results ?? ''),
    fields: Object.fromEntries(
      addressFields.map((name) => [name, pointersOf(name, fields[name])]),
    ) as GeocoderTemplate['fields'],
  }
  if (json.reverse === undefined) faults.push('lacks "reverse"')
  if (searchNear && !search) faults.push('has "searchNear", but no "search"')
  const { text, street, town, latitude, longitude } = template.fields
  if ([text, street, town].every((pointers) => pointers.length === 0))
    faults.push('lacks one of the fields text, street and town')
  if (search && (latitude.length === 0 || longitude.length === 0))
    faults.push('lacks the fields latitude and longitude, which "search" requires')
  return { template: faults.length === 0 ? template : undefined, faults }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
