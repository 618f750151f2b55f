// Countries and time zones from the runtime's own data (CLDR and IANA), in the languages of the interface.

import { languageOf } from '../../platform/http/accept-language.ts'
import { listCountries } from '../../platform/http/countries.ts'
import { listTimeZones } from '../../platform/http/time-zones.ts'

/** JSON texts: naming all time zones in a language takes a third of a second, and is done once. */
const cache = new Map<string, string>()

/** Names by code, as JSON. */
export function countries(acceptLanguage: string | undefined): string {
  const language = languageOf(acceptLanguage)
  return cached(`countries ${language}`, () => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return sorted(
      listCountries().map((code) => [code, names.of(code) ?? code]),
      language,
    )
  })
}

/** Names by IANA name, as JSON. */
export function timeZones(acceptLanguage: string | undefined): string {
  const language = languageOf(acceptLanguage)
  return cached(`timeZones ${language}`, () =>
    sorted(
      listTimeZones().map((zone) => [zone, zoneName(zone, language)]),
      language,
    ),
  )
}

/** "Central European Time (Madrid)": the zone's name, and the city to tell similar zones apart. */
function zoneName(zone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
  // Formats the current time: for dates before daylight saving time, the name would be that of the standard time.
  const name = format.formatToParts().find((part) => part.type === 'timeZoneName')?.value ?? zone
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return name.includes(city) ? name : `${name} (${city})`
}

function sorted(entries: [string, string][], language: string): Record<string, string> {
  const { compare } = new Intl.Collator(language)
  return Object.fromEntries(entries.sort(([, left], [, right]) => compare(left, right)))
}

function cached(key: string, make: () => Record<string, string>): string {
  const before = cache.get(key)
  if (before) return before
  const made = JSON.stringify(make())
  cache.set(key, made)
  return made
}
