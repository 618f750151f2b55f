import { expect, test } from 'vitest'
import { createRandom } from '../../simulator/src/random.ts'
import { alignedTable, attacksAtOnce, planWaves } from './waves.ts'

const names = Array.from({ length: 22 }, (_, index) => `attack ${index}`)

test('a long run has every attack the same number of times, and never more than four at once', () => {
  const { waves, waveSeconds } = planWaves(names, 480, createRandom(1))
  const times = names.map((name) => waves.filter((wave) => wave.includes(name)).length)
  expect(new Set(times).size).toBe(1)
  expect(times[0]).toBeGreaterThanOrEqual(2)
  expect(Math.max(...waves.map((wave) => wave.length))).toBe(attacksAtOnce)
  expect(waves.length * waveSeconds).toBeCloseTo(480)
})

test('a short run has the first attacks of the list only', () => {
  const { waves, waveSeconds } = planWaves(names, 13, createRandom(1))
  expect(waves.flat().toSorted()).toEqual(names.slice(0, 8).toSorted())
  expect(waveSeconds).toBe(6.5)
})

test('the same seed gives the same waves, another seed other company', () => {
  const planOf = (seed: number) => planWaves(names, 480, createRandom(seed)).waves
  expect(planOf(1)).toEqual(planOf(1))
  expect(planOf(1)).not.toEqual(planOf(2))
})

test('aligns a table', () => {
  expect(
    alignedTable([
      ['attack', 'calls'],
      ['a', '10'],
    ]),
  ).toBe('  attack  calls\n  a          10')
})
