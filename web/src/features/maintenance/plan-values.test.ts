import { expect, test } from 'vitest'
import { fromPlan, toBody } from './plan-values.ts'

const plan = {
  id: 'mpl_1',
  name: 'Oil',
  everyKm: 16_093,
  everyHours: null,
  everyDays: 365,
  warnKm: 1_609,
  warnHours: null,
  warnDays: 30,
  groups: ['grp_1'],
  devices: [],
  createdAt: '2026-11-15T08:00:00.000Z',
  modifiedAt: '2026-11-15T08:00:00.000Z',
}

test('a plan is typed in the user’s units and stored in whole kilometres', () => {
  const draft = fromPlan(plan, 'imperial')
  expect([draft.every, draft.warn]).toEqual([
    { Km: 10_000, Hours: '', Days: 365 },
    { Km: 1_000, Hours: '', Days: 30 },
  ])
  const { id: _id, createdAt: _created, modifiedAt: _modified, ...fields } = plan
  expect(toBody(draft, 'imperial')).toEqual(fields)
})

test('a warning without its interval is left out', () => {
  const draft = { ...fromPlan(undefined, 'metric'), name: ' Belt ' }
  draft.every.Hours = 500
  draft.warn.Km = 100
  expect(toBody(draft, 'metric')).toMatchObject({
    name: 'Belt',
    everyHours: 500,
    warnHours: null,
    warnKm: null,
  })
})
