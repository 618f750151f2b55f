// Towns by the beginning of their name, the largest first.

import type { Language } from '../../platform/http/accept-language.ts'
import { foldName } from './fold-name.ts'
import { countryOfTown, regionName, townName } from './place-at.ts'
import { countryName } from './place-name.ts'
import { foldedNamesOf } from './search-names.ts'
import type { World } from './world.ts'
import { findWorld } from './world.ts'

export interface FoundTown {
  name: string
  region: string | null
  country: string
  countryName: string
  latitude: number
  longitude: number
}

/** With a part of the name of the region or country after a comma: `Santiago, Chile`. */
export function searchTowns(text: string, language: Language, limit: number): FoundTown[] {
  const world = findWorld()
  const [name = '', ...rest] = text.split(',')
  const start = foldName(name)
  if (!world || start === '') return []
  const candidates = [numbersByName(world, start), numbersByOtherName(world, start)]
  const isWithin = withinOf(world, foldName(rest.join(' ')), language)
  return largestOf(world, candidates, isWithin, limit).map((town) => describeTown(world, town, language))
}

/** One letter has up to ten thousand towns: they are compared by numbers, without a name of theirs. */
function largestOf(
  { townPopulations }: World,
  candidates: Iterable<number>[],
  isWithin: (town: number) => boolean,
  limit: number,
): number[] {
  const largest: number[] = []
  const isBefore = (one: number, other: number) =>
    townPopulations[one]! - townPopulations[other]! || other - one
  for (const towns of candidates) {
    for (const town of towns) {
      if (largest.length === limit && isBefore(town, largest.at(-1)!) <= 0) continue
      if (!isWithin(town) || largest.includes(town)) continue
      const at = largest.findIndex((other) => isBefore(town, other) > 0)
      largest.splice(at === -1 ? largest.length : at, 0, town)
      largest.length = Math.min(largest.length, limit)
    }
  }
  return largest
}

function withinOf(world: World, within: string, language: Language): (town: number) => boolean {
  if (within === '') return () => true
  const { townRegions, townCountries } = world
  const { regions, countries } = foldedNamesOf(world, language)
  const isMatch = (names: string[]) => names.some((name) => ` ${name}`.includes(` ${within}`))
  const regionMatches = regions.map(isMatch)
  const countryMatches = countries.map(isMatch)
  return (town) => countryMatches[townCountries[town]!]! || regionMatches[townRegions[town]! - 1] === true
}

function describeTown(world: World, town: number, language: Language): FoundTown {
  const [x, y, z] = world.townVectors.subarray(town * 3, town * 3 + 3) as unknown as [number, number, number]
  const country = countryOfTown(world, town)
  const degrees = (radians: number) => Math.round((radians * 180 * 1e5) / Math.PI) / 1e5
  return {
    name: townName(world, town, language),
    region: regionName(world, town, language),
    country,
    countryName: countryName(country, language),
    latitude: degrees(Math.asin(Math.min(1, Math.max(-1, z)))),
    longitude: degrees(Math.atan2(y, x)),
  }
}

/** All whose folded name begins with it. */
function numbersByName(world: World, start: string): Uint32Array {
  const { townsByName } = world
  const nameAt = (index: number) => foldName(townName(world, townsByName[index]!, 'en'))
  const from = firstIndex(townsByName.length, (index) => nameAt(index) >= start)
  const to = firstIndex(townsByName.length, (index) => {
    const name = nameAt(index)
    return name >= start && !name.startsWith(start)
  })
  return townsByName.subarray(from, to)
}

/** The first index at which a condition holds that holds from there on. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

function numbersByOtherName(world: World, start: string): number[] {
  return foldedNamesOf(world, 'en').otherTowns.flatMap(({ town, names }) =>
    names.some((name) => name.startsWith(start)) ? [town] : [],
  )
}
