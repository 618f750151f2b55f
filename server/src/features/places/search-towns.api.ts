// Towns by the beginning of their name, the largest first.

import type { Language } from '../../platform/http/accept-language.ts'
import { foldName } from './fold-name.ts'
import { countryOfTown, regionName, townName } from './place-at.ts'
import { countryName } from './place-name.ts'
import type { World } from './world.ts'
import { getWorld } from './world.ts'

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
  const world = getWorld()
  const [name = '', ...rest] = text.split(',')
  const start = foldName(name)
  if (start === '') return []
  const within = foldName(rest.join(' '))
  const numbers = new Set([...numbersByName(world, start), ...numbersByOtherName(world, start)])
  const { townPopulations } = world
  const largest = [...numbers].sort((a, b) => townPopulations[b]! - townPopulations[a]! || a - b)
  const found: FoundTown[] = []
  for (const number of largest) {
    const town = describeTown(world, number, language)
    if (within === '' || isWithin(town, within)) found.push(town)
    if (found.length === limit) break
  }
  return found
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

function isWithin({ region, country, countryName }: FoundTown, within: string): boolean {
  const names = [country, countryName, region ?? '']
  return names.some((name) => ` ${foldName(name)}`.includes(` ${within}`))
}

/** All whose folded name begins with it. */
function numbersByName(world: World, start: string): Uint32Array {
  const { townsByName } = world
  const nameAt = (index: number) => foldName(townName(world, townsByName[index]!, 'en'))
  const from = firstIndex(townsByName.length, (index) => nameAt(index) >= start)
  const to = firstIndex(
    townsByName.length,
    (index) => nameAt(index) >= start && !nameAt(index).startsWith(start),
  )
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

function numbersByOtherName({ otherNames }: World, start: string): number[] {
  return Object.entries(otherNames).flatMap(([town, names]) =>
    names.some((name) => foldName(name).startsWith(start)) ? [Number(town)] : [],
  )
}
