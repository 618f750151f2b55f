import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countryView } from './country-view.ts'

const contains = (
  [west, south, east, north]: number[] = [],
  [longitude, latitude]: [number, number],
): boolean => longitude >= west! && longitude <= east! && latitude >= south! && latitude <= north!

describe('the first view of an account', () => {
  it.each([
    ['Europe/Madrid', [-3.7, 40.4]],
    ['Europe/Lisbon', [-9.1, 38.7]],
    ['America/Sao_Paulo', [-46.6, -23.5]],
    ['America/Bogota', [-74.1, 4.7]],
    ['America/New_York', [-74, 40.7]],
    ['Asia/Tokyo', [139.7, 35.7]],
    ['Africa/Luanda', [13.2, -8.8]],
  ] as [string, [number, number]][])('is the country of %s, whatever that of the user', (zone, city) => {
    expect(contains(countryView(zone, 'AQ'), city)).toBe(true)
    expect(contains(countryView(zone, 'NZ'), city)).toBe(true)
  })

  it('is the country of the user if the zone belongs to none', () => {
    expect(contains(countryView('UTC', 'MX'), [-99.1, 19.4])).toBe(true)
    expect(contains(countryView('UTC', 'mx'), [-99.1, 19.4])).toBe(true)
  })

  it('is left to the map if neither is known', () => {
    expect(countryView('UTC', undefined)).toBeUndefined()
    expect(countryView('UTC', 'ZZ')).toBeUndefined()
    expect(countryView('Mars/Olympus', '')).toBeUndefined()
  })

  it('shows the sea around a small island, and never less than a degree', () => {
    const [west, south, east, north] = countryView('UTC', 'MT')!
    expect([east - west, north - south].every((degrees) => degrees >= 0.99)).toBe(true)
  })

  it('has a valid box for every country that the browser names', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((one) => letters.map((other) => one + other))
    // Uninhabited, or no country.
    const left = new Set(
      'AC AN AQ BU BV CP CQ CS DD DG DY EA EU EZ FX GS HM HV IC IO JT MI NH NT PC PN PU PZ QO RH SU TA TF TK TP UK UM UN VD WK XA XB YD YU ZR ZZ'.split(
        ' ',
      ),
    )
    const missing = codes.filter((code) => names.of(code) && !left.has(code) && !countryView('UTC', code))
    expect(missing).toEqual([])
    for (const code of codes) {
      const box = countryView('UTC', code)
      if (!box) continue
      const [west, south, east, north] = box
      expect([
        code,
        west < east,
        south < north,
        west >= -181,
        east <= 190,
        south >= -60,
        north <= 85,
      ]).toEqual([code, true, true, true, true, true, true])
    }
  })

  it('stays small', () => {
    expect(statSync(new URL('./country-view.ts', import.meta.url)).size).toBeLessThan(10_000)
  })
})
