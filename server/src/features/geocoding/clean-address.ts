// Makes an address of what a provider sent. Nothing in it is trusted: types, lengths, characters, coordinates.

import { oneLine } from '../../platform/mail/safe-text.ts'
import type { Coordinates, FoundAddress } from './geocoding.types.ts'
import type { RawAddress } from './provider.types.ts'

const maxPartLength = 100
const maxTextLength = 200
/** Of what a provider sends for one field. More is not looked at. */
const maxReadLength = 1_000

/** Countries that write the house number before the street. */
const numberFirst = new Set(
  'ae au bm ca fr gb hk ie il in ke lk lu mc mt my ng nz ph pk sg th us za'.split(' '),
)

export interface CleanOptions {
  /** Where the address should be, if the provider sends no coordinates. */
  otherwiseAt: Coordinates | undefined
  /** Whether the name of a shop or a building is part of the text. */
  withName: boolean
}

/** Undefined if there is no address in it. */
export function cleanAddress(
  raw: RawAddress,
  { otherwiseAt, withName }: CleanOptions,
): FoundAddress | undefined {
  const part = (value: unknown) => cleanText(value, maxPartLength) || null
  const parts = {
    street: part(raw.street),
    houseNumber: part(raw.houseNumber),
    postalCode: part(raw.postalCode),
    town: part(raw.town),
    region: part(raw.region),
    country: part(raw.country),
  }
  const name = part(raw.name)
  const isNumberFirst = typeof raw.countryCode === 'string' && numberFirst.has(raw.countryCode.toLowerCase())
  const { street, houseNumber, postalCode, town, region, country } = parts
  const line =
    street && (isNumberFirst ? [houseNumber, street] : [street, houseNumber]).filter(Boolean).join(' ')
  const area = town ? [postalCode, town].filter(Boolean).join(' ') : (region ?? country)
  const isNamed = name !== null && (withName || !street) && name !== street && name !== town
  const composed = [isNamed && name, line, area].filter(Boolean).join(', ')
  const text = cleanText(raw.text, maxTextLength) || cleanText(composed, maxTextLength)
  const at = coordinatesOf(raw) ?? otherwiseAt
  return text && at ? { address: { text, ...parts }, ...at } : undefined
}

/** Providers send numbers for some fields. */
function cleanText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value).slice(0, maxReadLength).toWellFormed()
  return oneLine(text.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/[<>\uFFFD]/g, ' '), maxLength)
}

/** Nominatim sends them as text. */
function coordinatesOf({ latitude, longitude }: RawAddress): Coordinates | undefined {
  const [north, east] = [latitude, longitude].map((value) =>
    typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(value))
      ? Number(value)
      : Number.NaN,
  ) as [number, number]
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : undefined
}

/** A street is near. Providers answer with the centre of a country where they know no more, or lie. */
const nearDeg = 0.25

export function isNear(one: Coordinates, other: Coordinates): boolean {
  const apart = Math.abs(one.longitude - other.longitude) % 360
  const east = Math.min(apart, 360 - apart) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(one.latitude - other.latitude, east) <= nearDeg
}
