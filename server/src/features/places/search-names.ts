// Folded names of regions, countries and towns, made once: folding takes microseconds, and a search compares thousands.

import type { Language } from '../../platform/http/accept-language.ts'
import { foldName } from './fold-name.ts'
import { nameOf } from './place-at.ts'
import { countryName } from './place-name.ts'
import type { Names, World } from './world.ts'

export interface FoldedNames {
  /** Of each region, in the language. */
  regions: string[][]
  /** Of each country: its code, and its name in the language. */
  countries: string[][]
  /** Of the towns with other names, in all languages. */
  otherTowns: { town: number; names: string[] }[]
}

const foldedNames = new WeakMap<World, Map<Language, FoldedNames>>()

export function foldedNamesOf(world: World, language: Language): FoldedNames {
  const ofWorld = foldedNames.get(world) ?? new Map<Language, FoldedNames>()
  foldedNames.set(world, ofWorld)
  const known = ofWorld.get(language)
  if (known) return known
  const folded: FoldedNames = {
    regions: world.regions.map((region) => [foldName(nameOf(region.slice(1) as Names, language))]),
    countries: world.countries.map((code) => [foldName(code), foldName(countryName(code, language))]),
    otherTowns: Object.entries(world.otherNames).map(([town, names]) => ({
      town: Number(town),
      names: names.map(foldName),
    })),
  }
  ofWorld.set(language, folded)
  return folded
}
