import { expect, test } from 'vitest'
import { areaText } from './area-text.ts'

const number = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en', options).format(value)

test.each([
  [40, 'metric', '40 m²'],
  [12_400, 'metric', '12,400 m²'],
  [785_398, 'metric', '0.785 km²'],
  [12_363_700_000, 'metric', '12,364 km²'],
  [40_468.56, 'imperial', '10 ac'],
  [25_899_880, 'imperial', '10 mi²'],
  [3_429_904, 'nautical', '1 NM²'],
] as const)('%d m² in %s units is %s', (areaM2, units, text) => {
  expect(areaText(areaM2, units, number)).toBe(text)
})
