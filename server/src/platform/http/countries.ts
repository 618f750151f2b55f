// The countries there are, from the runtime's own data (CLDR and IANA), never a list of ours.

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const known = new Map<string, boolean>()

/** Looks up what it is asked for: all of them would take a third of a process's start. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false
  const isOne = known.get(code) ?? hasClocks(code)
  known.set(code, isOne)
  return isOne
}

export function listCountries(): string[] {
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
}

/** A country is a region in which somebody has a clock: that leaves out unions, groupings and reserved codes. */
function hasClocks(code: string): boolean {
  const locale = new Intl.Locale(`und-${code}`)
  return locale.region === code && (locale.getTimeZones()?.length ?? 0) > 0
}
