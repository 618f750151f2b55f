import type { SpendingCap } from '@rastro/client'
import { expect, test } from 'vitest'
import type { Caps } from './caps.ts'
import { levelOf, toChanges, toInputs } from './caps.ts'

const cap = (more: Partial<SpendingCap> = {}): SpendingCap => ({
  cap: null,
  ownCap: null,
  maxCap: null,
  used: 0,
  keptForCritical: null,
  startsOn: '2026-11-17',
  resetsAt: '2026-11-18T00:00:00.000Z',
  ...more,
})
const caps: Caps = {
  emailsPerDay: cap({ ownCap: 100 }),
  emailsPerMonth: cap(),
  smsPerDay: cap({ ownCap: 20 }),
  smsPerMonth: cap(),
  moneyPerDay: cap(),
  moneyPerMonth: cap({ ownCap: 12_500_000 }),
}

test('money is typed in the currency', () => {
  expect(toInputs(caps)).toMatchObject({ emailsPerDay: 100, emailsPerMonth: '', moneyPerMonth: 12.5 })
})

test('only what was changed is saved, and an empty field removes the own cap', () => {
  expect(toChanges(toInputs(caps), caps)).toEqual({})
  const inputs = { ...toInputs(caps), smsPerDay: '' as const, moneyPerMonth: 20.01 }
  expect(toChanges(inputs, caps)).toEqual({ smsPerDay: null, moneyPerMonth: 20_010_000 })
})

test.each([
  { cap: null, used: 500, keptForCritical: null, level: 'ok' },
  { cap: 100, used: 79, keptForCritical: 10, level: 'ok' },
  { cap: 100, used: 80, keptForCritical: 10, level: 'warned' },
  { cap: 100, used: 90, keptForCritical: 10, level: 'criticalOnly' },
  { cap: 100, used: 100, keptForCritical: 10, level: 'reached' },
  { cap: 0, used: 0, keptForCritical: 0, level: 'reached' },
])('$used of $cap is $level', ({ level, ...given }) => {
  expect(levelOf(cap(given))).toBe(level)
})
