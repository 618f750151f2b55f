// A place in one line, as a dispatcher reads it.

import type { Language } from '../../platform/http/accept-language.ts'
import type { Preferences, UnitSystem } from '../../platform/http/preferences.ts'
import type { Direction, Place } from './place.types.ts'

interface Words {
  /** As it is written after the distance. */
  of: (distance: string, direction: Direction, town: string) => string
  directions: Record<Direction, string>
  inside: (geofence: string) => string
}

const spanishDirections = { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SO', W: 'O', NW: 'NO' }

const words: Record<Language, Words> = {
  en: {
    of: (distance, direction, town) => `${distance} ${words.en.directions[direction]} of ${town}`,
    directions: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SW', W: 'W', NW: 'NW' },
    inside: (geofence) => `in ${geofence}`,
  },
  es: {
    of: (distance, direction, town) => `${distance} al ${words.es.directions[direction]} de ${town}`,
    directions: spanishDirections,
    inside: (geofence) => `en ${geofence}`,
  },
  pt: {
    of: (distance, direction, town) => `${distance} a ${words.pt.directions[direction]} de ${town}`,
    directions: spanishDirections,
    inside: (geofence) => `em ${geofence}`,
  },
}

/** Kept, as what they return is: to ask Intl takes longer than the rest of a name. */
const formatsOf = (language: Language) => {
  const near = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const far = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return {
    near: remember((tenths: number) => near.format(tenths / 10)),
    far: remember((whole: number) => far.format(whole)),
    country: remember((code: string) => countries.of(code) ?? code),
  }
}

/** For keys of which there are few: the distances to a next town, and countries. */
function remember<K>(textOf: (key: K) => string): (key: K) => string {
  const known = new Map<K, string>()
  return (key) => {
    const text = known.get(key) ?? textOf(key)
    known.set(key, text)
    return text
  }
}

const formats = { en: formatsOf('en'), es: formatsOf('es'), pt: formatsOf('pt') }

export function countryName(code: string, language: Language): string {
  return formats[language].country(code)
}

/** "3 km E of Calatayud, Zaragoza, Spain"; with the geofence first, if there is one. `near` is the short name. */
export function nameOfPlace(
  { region, country, sea, townCountry, town }: Place,
  { language }: Preferences,
  near: string,
  geofence?: string,
): string {
  const parts = sea
    ? [sea, near, countryName(townCountry, language)]
    : [near, region === town ? null : region, country && countryName(country, language)]
  const inside = geofence === undefined ? [] : [words[language].inside(geofence)]
  // A region or country that is named as its town is named once.
  return [...inside, ...parts].filter((part, index, all) => part && all.indexOf(part) === index).join(', ')
}

/** "3 km E of Calatayud": for a narrow column, and an SMS. */
export function shortNameOfPlace({ town, distanceM, direction }: Place, preferences: Preferences): string {
  if (direction === null) return town
  return words[preferences.language].of(distanceText(distanceM, preferences), direction, town)
}

/** Symbols are the same in all languages. */
const distances: Record<UnitSystem, { metres: number; symbol: string }> = {
  metric: { metres: 1_000, symbol: 'km' },
  imperial: { metres: 1_609.344, symbol: 'mi' },
  nautical: { metres: 1_852, symbol: 'NM' },
}

function distanceText(distanceM: number, { language, units }: Preferences): string {
  const { metres, symbol } = distances[units]
  const value = distanceM / metres
  const { near, far } = formats[language]
  return `${value < 10 ? near(Math.round(value * 10)) : far(Math.round(value))} ${symbol}`
}
