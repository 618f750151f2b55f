// The list of countries, from the runtime's data (CLDR and IANA).

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Uninhabited, without a time zone. */
const known = new Map<string, boolean>([
  ['BV', true],
  ['HM', true],
])

/** Looks up single codes: checking all of them would take a third of the start-up time. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false
  const isOne = known.get(code) ?? hasClocks(code)
  known.set(code, isOne)
  return isOne
}

export function listCountries(): string[] {
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
}

/** A country is a region with a time zone, which excludes unions, groupings and reserved codes. */
function hasClocks(code: string): boolean {
  const locale = new Intl.Locale(`und-${code}`)
  return locale.region === code && (locale.getTimeZones()?.length ?? 0) > 0
}
