// What a share shows of a location, and nothing else of it.

import type { Static } from 'typebox'
import type { SharedLocation } from './share.schema.ts'
import type { OpenShare } from './share.types.ts'

export function toShown(
  { fields }: Pick<OpenShare, 'fields'>,
  place: number,
  location: Record<string, unknown>,
): Static<typeof SharedLocation> {
  const { dateTime, latitude, longitude, valid } = location as Static<typeof SharedLocation>
  const known = fields.filter((field) => location[field] !== undefined)
  const more = Object.fromEntries(known.map((field) => [field, location[field]]))
  return { device: place, dateTime, latitude, longitude, valid, ...more }
}
