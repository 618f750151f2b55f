// Reduces a location to what a share shows.

import type { Static } from 'typebox'
import type { SharedLocation } from './share.schema.ts'
import type { OpenShare } from './share.types.ts'

export function toShown(
  { fields }: Pick<OpenShare, 'fields'>,
  ordinal: number,
  location: Record<string, unknown>,
): Static<typeof SharedLocation> {
  const { dateTime, latitude, longitude, valid } = location as Static<typeof SharedLocation>
  const known = fields.filter((field) => location[field] !== undefined)
  const more = Object.fromEntries(known.map((field) => [field, location[field]]))
  return { device: ordinal, dateTime, latitude, longitude, valid, ...more }
}
