import { expect, test } from 'vitest'
import { foldName } from './fold-name.ts'
import { countryOfTown, regionName, townName } from './place-at.ts'
import { countryName } from './place-name.ts'
import { searchTowns } from './search-towns.api.ts'
import { getWorld } from './world.ts'

const world = getWorld()
const towns = [...world.townCountries.keys()]

/** By comparing with every town. */
function listAll(text: string, language: 'en' | 'es' | 'pt', limit: number): string[] {
  const [name = '', ...rest] = text.split(',')
  const [start, within] = [foldName(name), foldName(rest.join(' '))]
  const isNamed = (town: number) =>
    [townName(world, town, 'en'), ...(world.otherNames[town] ?? [])].some((one) =>
      foldName(one).startsWith(start),
    )
  const isWithin = (town: number) =>
    [countryOfTown(world, town), countryName(countryOfTown(world, town), language)]
      .concat(regionName(world, town, language) ?? '')
      .some((one) => ` ${foldName(one)}`.includes(` ${within}`))
  return towns
    .filter((town) => isNamed(town) && (within === '' || isWithin(town)))
    .sort((a, b) => world.townPopulations[b]! - world.townPopulations[a]! || a - b)
    .slice(0, limit)
    .map((town) => `${townName(world, town, language)}, ${countryOfTown(world, town)}`)
}

test.each([
  ['madr', 'en', 10],
  ['s', 'en', 50],
  ['san, mex', 'es', 50],
  ['londres', 'es', 10],
  ['a, zzz', 'pt', 10],
  ['santiago, region metro', 'es', 5],
  ['x, b, c', 'en', 50],
] as const)('finds the largest towns of all: %s', (text, language, limit) => {
  const found = searchTowns(text, language, limit).map(({ name, country }) => `${name}, ${country}`)
  expect(found).toEqual(listAll(text, language, limit))
})
