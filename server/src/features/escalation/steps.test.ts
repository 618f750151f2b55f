import { expect, test } from 'vitest'
import type { Step } from './policy.types.ts'
import { nextRound } from './steps.ts'

const at = new Date('2026-11-20T10:00:00Z')
const minutes = (count: number) => new Date(+at + count * 60_000)
const step = (fields: Partial<Step>): Step => ({
  ...{ afterMinutes: 0, contacts: ['con_a'], onCall: null, repeat: 0, repeatMinutes: 5 },
  ...fields,
})
const two = [step({ repeat: 2, repeatMinutes: 3 }), step({ afterMinutes: 10, repeat: 1 })]

test.each([
  ['repeats a step', { step: 0, round: 0 }, true, { step: 0, round: 1, dueAt: minutes(3) }],
  [
    'goes on after the last repetition',
    { step: 0, round: 2 },
    true,
    { step: 1, round: 0, dueAt: minutes(10) },
  ],
  ['goes on at once if nobody was reached', { step: 0, round: 0 }, false, { step: 1, round: 0, dueAt: null }],
  ['repeats the last step even so', { step: 1, round: 0 }, false, { step: 1, round: 1, dueAt: minutes(5) }],
  ['ends', { step: 1, round: 1 }, true, undefined],
] as const)('%s', (_what, done, isReached, next) => {
  expect(nextRound(two, done, at, isReached)).toEqual(next)
})

test('has as many rounds as steps and repetitions, at most 60', () => {
  const steps = Array.from({ length: 10 }, () => step({ repeat: 5, afterMinutes: 1 }))
  let count = 1
  for (let next = nextRound(steps, { step: 0, round: 0 }, at, true); next; count += 1)
    next = nextRound(steps, next, at, true)
  expect(count).toBe(60)
})
