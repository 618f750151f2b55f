import { expect, test } from 'vitest'
import { createGeofenceBudget } from './geofence-budget.ts'

test('an account may use 50 ms at once, and a tenth of the time', () => {
  let nowMs = 0
  const budget = createGeofenceBudget(() => nowMs)
  expect(budget.isLeft()).toBe(true)
  budget.spend(49)
  expect(budget.isLeft()).toBe(true)
  budget.spend(11)
  expect(budget.isLeft()).toBe(false)
  nowMs += 100
  expect(budget.isLeft()).toBe(false)
  nowMs += 1
  expect(budget.isLeft()).toBe(true)
  // Time that was not used is not kept.
  nowMs += 3_600_000
  expect(budget.isLeft()).toBe(true)
  budget.spend(50)
  expect(budget.isLeft()).toBe(false)
})
