// Where a point lies, without asking anybody: the nearest town with distance and direction, region and country, or sea.

import type { Language } from '../../platform/http/accept-language.ts'
import { wrapped } from '../geofences/geodesy.api.ts'
import type { NearTown, Vector } from './nearest-town.ts'
import { nearestTown, searchTowns, vectorOf } from './nearest-town.ts'
import type { Direction, Place } from './place.types.ts'
import { directions } from './place.types.ts'
import { cellAt, regionAt } from './region-at.ts'
import { seaAt } from './sea-at.ts'
import type { Names, World } from './world.ts'
import { findWorld } from './world.ts'

/** Beyond the border there may be a nearer town: one of the same country is preferred up to this many times as far. */
const sameCountryFactor = 1.5
/** Coasts and borders are drawn less exactly than towns lie: as near to one, it decides. */
const coastTownM = 5_000
const borderTownM = 1_000
/** 1.5 and 3 km off the drawn coast is still ashore: a beach, a pier or a small island. */
const coastDegrees = [0.0135, 0.027]
const minCosine = 0.02
const diagonal = Math.SQRT1_2
const around = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [diagonal, diagonal],
  [diagonal, -diagonal],
  [-diagonal, diagonal],
  [-diagonal, -diagonal],
] as const
/** A town of a million reaches 10 km. */
const metresPerRootInhabitant = 10
const minTownM = 1_000

export function placeAt(latitude: number, longitude: number, language: Language): Place {
  const world = findWorld()
  if (!world) return unnamedAt(latitude, longitude)
  // Both are the antimeridian.
  const x = longitude === 180 ? -180 : longitude
  const point = vectorOf(latitude, x)
  const nearest = nearestTown(world, latitude, x)
  const region = regionOf(world, latitude, x, nearest)
  const country = region === 0 ? undefined : world.regions[region - 1]![0]
  const { town, distanceM } = preferred(world, point, nearest, country)
  const isWithin = distanceM <= townRadiusM(world, town)
  const sea = region === 0 ? seaAt(latitude, x) : undefined
  return {
    town: townName(world, town, language),
    distanceM: isWithin ? 0 : Math.round(distanceM),
    direction: isWithin ? null : directionFrom(world, town, point),
    region: region === 0 ? null : nameOf(world.regions[region - 1]!.slice(1) as Names, language),
    country: country || null,
    sea: sea?.[language] ?? null,
    townCountry: countryOfTown(world, town),
  }
}

/** Without the towns of the world, coordinates are the name. */
function unnamedAt(latitude: number, longitude: number): Place {
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const unknown = { region: null, country: null, sea: null, townCountry: '' }
  return { town: coordinates, distanceM: 0, direction: null, ...unknown }
}

/** 0 at sea. */
function regionOf(world: World, latitude: number, longitude: number, { town, distanceM }: NearTown): number {
  const drawn = regionAt(world, latitude, longitude)
  if (distanceM <= (drawn === 0 ? coastTownM : borderTownM)) return world.townRegions[town]!
  return drawn === 0 ? coastAt(world, latitude, longitude) : drawn
}

/** The region of the drawn coast that is near, if there is one. */
function coastAt(world: World, latitude: number, longitude: number): number {
  const wide = 1 / Math.max(minCosine, Math.cos((latitude * Math.PI) / 180))
  if (isOpenSea(world, latitude, longitude, wide)) return 0
  for (const degrees of coastDegrees) {
    for (const [north, east] of around) {
      const y = Math.min(90, Math.max(-90, latitude + north * degrees))
      const region = regionAt(world, y, wrapped(longitude + east * degrees * wide))
      if (region > 0) return region
    }
  }
  return 0
}

/** No cell within reach has land or a border: true of most of the earth, and found at once. */
function isOpenSea({ cells }: World, latitude: number, longitude: number, wide: number): boolean {
  const reach = coastDegrees.at(-1)!
  const [south, north] = [Math.max(-90, latitude - reach), Math.min(90, latitude + reach)]
  const [west, east] = [wrapped(longitude - reach * wide), wrapped(longitude + reach * wide)]
  return (
    cells[cellAt(south, west)] === 0 &&
    cells[cellAt(south, east)] === 0 &&
    cells[cellAt(north, west)] === 0 &&
    cells[cellAt(north, east)] === 0
  )
}

function preferred(world: World, point: Vector, nearest: NearTown, country: string | undefined): NearTown {
  if (country === undefined || countryOfTown(world, nearest.town) === country) return nearest
  const maxM = nearest.distanceM * sameCountryFactor
  const own = searchTowns(world, point, { maxM, accepts: (town) => countryOfTown(world, town) === country })
  return own.town === -1 ? nearest : own
}

export function countryOfTown({ countries, townCountries }: World, town: number): string {
  return countries[townCountries[town]!]!
}

function townRadiusM({ townPopulations }: World, town: number): number {
  return Math.max(minTownM, Math.sqrt(townPopulations[town]!) * metresPerRootInhabitant)
}

export function townName(world: World, town: number, language: Language): string {
  const { townNames, townNameStarts, otherNames } = world
  const others = language === 'en' ? undefined : otherNames[town]
  if (others) return others[language === 'es' ? 0 : 1]
  const [from, to] = [townNameStarts[town]!, townNameStarts[town + 1]!]
  return Buffer.from(townNames.buffer, townNames.byteOffset + from, to - from).toString()
}

export function regionName({ regions, townRegions }: World, town: number, language: Language): string | null {
  const region = regions[townRegions[town]! - 1]
  return region ? nameOf(region.slice(1) as Names, language) : null
}

export function nameOf([en, es, pt]: Names, language: Language): string {
  return (language === 'es' ? es : language === 'pt' ? pt : en) ?? en
}

/** The eighth of the compass in which the point is seen from the town. */
function directionFrom({ townVectors }: World, town: number, [x, y, z]: Vector): Direction {
  const tx = townVectors[town * 3]!
  const ty = townVectors[town * 3 + 1]!
  const tz = townVectors[town * 3 + 2]!
  const east = tx * y - ty * x
  const north = z - tz * (tx * x + ty * y + tz * z)
  return directions[(Math.round((Math.atan2(east, north) / Math.PI) * 4) + 8) % 8]!
}
