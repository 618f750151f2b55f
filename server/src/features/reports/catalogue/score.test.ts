import { expect, test } from 'vitest'
import { scoreOf } from './score.ts'

const km = 100_000

test.each([
  ['nothing happened', { harshEvents: 0, cm: 500 * km, speedingCm: 0, limitedCm: 500 * km }, 100],
  ['two harsh events per 100 km', { harshEvents: 10, cm: 500 * km, speedingCm: 0, limitedCm: 500 * km }, 90],
  ['8 % above the limit', { harshEvents: 0, cm: 500 * km, speedingCm: 40 * km, limitedCm: 500 * km }, 92],
  ['both', { harshEvents: 10, cm: 500 * km, speedingCm: 40 * km, limitedCm: 500 * km }, 82],
  ['very much', { harshEvents: 900, cm: 100 * km, speedingCm: 0, limitedCm: 100 * km }, 0],
  ['a limit for half of it', { harshEvents: 0, cm: 100 * km, speedingCm: 5 * km, limitedCm: 50 * km }, 90],
  ['no limit', { harshEvents: 3, cm: 100 * km, speedingCm: 0, limitedCm: 0 }, null],
  ['less than 10 km', { harshEvents: 0, cm: 9.99 * km, speedingCm: 0, limitedCm: 9.99 * km }, null],
])('%s', (_, driven, score) => {
  expect(scoreOf(driven)).toBe(score)
})
