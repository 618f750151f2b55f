// A mapping as the rows of a form: a field and its expression.

import type { Mapping } from '@rastro/client'

export interface MappingRow {
  /** A field of a location, or `attributes.<name>`. */
  field: string
  expression: string
}

export const mappingFields = [
  'items',
  'identifier',
  'dateTime',
  'latitude',
  'longitude',
  'valid',
  'speed',
  'course',
  'altitude',
  'accuracy',
  'satellites',
  'hdop',
  'battery',
  'batteryVoltage',
  'powerVoltage',
  'fuel',
  'temperature',
  'temperature2',
  'humidity',
  'ignition',
  'moving',
  'rpm',
  'mileage',
  'alerts',
] as const
export type MappingField = (typeof mappingFields)[number]

const attributePrefix = 'attributes.'

export function isField(name: string): name is MappingField {
  return (mappingFields as readonly string[]).includes(name)
}

/** What a new mapping begins with. */
export const firstRows: MappingRow[] = [
  { field: 'identifier', expression: 'item.id' },
  { field: 'dateTime', expression: 'item.timestamp' },
  { field: 'latitude', expression: 'item.lat' },
  { field: 'longitude', expression: 'item.lon' },
]

/** In the order of the fields: the server returns them in another. */
export function toRows({ attributes = {}, ...fields }: Mapping): MappingRow[] {
  const known = mappingFields.flatMap((field) => {
    const expression = fields[field]
    return expression === undefined ? [] : [{ field, expression }]
  })
  const own = Object.entries(attributes).map(([name, expression]) => ({
    field: `${attributePrefix}${name}`,
    expression,
  }))
  return [...known, ...own]
}

export function toMapping(rows: readonly MappingRow[]): Mapping {
  const written = rows.filter(({ expression }) => expression.trim() !== '')
  const [attributes, fields] = [true, false].map((isAttribute) =>
    Object.fromEntries(
      written
        .filter(({ field }) => field.startsWith(attributePrefix) === isAttribute)
        .map(({ field, expression }) => [field.replace(attributePrefix, ''), expression.trim()]),
    ),
  )
  return { ...fields, ...(Object.keys(attributes!).length > 0 && { attributes }) } as Mapping
}

/** The row for a name that a user typed: a field, or else an attribute. Undefined if it cannot be one. */
export function rowFor(name: string, rows: readonly MappingRow[]): MappingRow | undefined {
  const typed = name.trim()
  const field = isField(typed) ? typed : `${attributePrefix}${typed}`
  const isTaken = rows.some((row) => row.field === field)
  if (isTaken || !/^[A-Za-z]\w{0,40}$/.test(typed)) return undefined
  return { field, expression: `item.${typed}` }
}
