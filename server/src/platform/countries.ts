// The countries there are, from the runtime's own data (CLDR and IANA), never a list of ours.

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** A country is a region in which somebody has a clock: that leaves out unions, groupings and reserved codes. */
export const countryCodes = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => {
    const locale = new Intl.Locale(`und-${code}`)
    return locale.region === code && (locale.getTimeZones()?.length ?? 0) > 0
  })
const countrySet = new Set(countryCodes)

export function isCountry(code: string): boolean {
  return countrySet.has(code)
}
