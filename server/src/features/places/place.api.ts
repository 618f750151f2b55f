// The name of a place, without asking anybody: the nearest town with distance and direction, region and country.

import { nearestTowns } from './nearest-town.ts'
import { regionAt } from './region-at.ts'
import type { World } from './world.ts'
import { getWorld } from './world.ts'

export type Language = 'en' | 'es' | 'pt'

export const directions = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type Direction = (typeof directions)[number]

export interface Place {
  town: string
  /** From the middle of the town; 0 within it. */
  distanceM: number
  /** From the town; null within it. */
  direction: Direction | null
  /** Null at sea. */
  region: string | null
  /** Two letters; null at sea. */
  country: string | null
}

/** Beyond the border there may be a nearer town: one of the same country is preferred up to this many times as far. */
const sameCountryFactor = 1.5
const candidates = 4
const minTownM = 1_000
const coastM = 5_000
/** A town of a million reaches 10 km. */
const metresPerRootInhabitant = 10
const radians = Math.PI / 180

export function placeAt(latitude: number, longitude: number, language: Language): Place {
  const world = getWorld()
  const at = regionAt(world, latitude, longitude)
  const near = nearestTowns(world, latitude, longitude, at > 0 ? candidates : 1)
  const { town, metres } = chooseTown(world, near, world.regions[at - 1]?.[0])
  // Coasts are drawn less exactly than harbours lie.
  const number = at === 0 && metres <= coastM ? regionOfTown(world, town) : at
  const region = world.regions[number - 1]
  const isWithin = metres <= townRadiusM(world, town)
  return {
    town: townName(world, town, language),
    distanceM: isWithin ? 0 : metres,
    direction: isWithin ? null : directionFrom(world, town, latitude, longitude),
    region: region ? nameIn(region.slice(1) as [string], language) : null,
    country: region?.[0] || null,
  }
}

/** 0 if it lies off the coast itself. */
function regionOfTown(world: World, town: number): number {
  const { latitude, longitude } = townCoordinates(world, town)
  return regionAt(world, latitude, longitude)
}

export function townCoordinates({ townVectors }: World, town: number) {
  const [x, y, z] = townVectors.subarray(town * 3, town * 3 + 3) as unknown as [number, number, number]
  return { latitude: Math.asin(Math.min(1, Math.max(-1, z))) / radians, longitude: Math.atan2(y, x) / radians }
}

function chooseTown(world: World, near: { town: number; metres: number }[], country: string | undefined) {
  const [nearest] = near
  const own = near.find(({ town }) => world.countries[world.townCountries[town]!] === country)
  return own && own.metres <= nearest!.metres * sameCountryFactor ? own : nearest!
}

function townRadiusM({ townPopulations }: World, town: number): number {
  return Math.max(minTownM, Math.sqrt(townPopulations[town]!) * metresPerRootInhabitant)
}

export function townName(world: World, town: number, language: Language): string {
  const { townNames, townNameStarts, otherNames } = world
  const others = otherNames[town]
  if (others && language !== 'en') return others[language === 'es' ? 0 : 1]
  const [from, to] = [townNameStarts[town]!, townNameStarts[town + 1]!]
  return Buffer.from(townNames.buffer, townNames.byteOffset + from, to - from).toString()
}

function nameIn([en, es, pt]: [en: string, es?: string, pt?: string], language: Language): string {
  return (language === 'es' ? es : language === 'pt' ? pt : en) ?? en
}

/** The eighth of the compass in which the point is seen from the town. */
function directionFrom(world: World, town: number, latitude: number, longitude: number): Direction {
  const from = townCoordinates(world, town)
  const [phi, townPhi] = [latitude * radians, from.latitude * radians]
  const difference = (longitude - from.longitude) * radians
  const bearing = Math.atan2(
    Math.sin(difference) * Math.cos(phi),
    Math.cos(townPhi) * Math.sin(phi) - Math.sin(townPhi) * Math.cos(phi) * Math.cos(difference),
  )
  return directions[(Math.round((bearing / Math.PI) * 4) + 8) % 8]!
}
