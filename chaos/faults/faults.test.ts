import { expect, test } from 'vitest'
import { createRandom } from '../../simulator/src/random.ts'
import type { Fault, Pace, Victim } from './faults.ts'
import { planFaults } from './faults.ts'

const pace: Pace = { everySeconds: [1, 2], lastsSeconds: [5, 9] }
const nothing = { begin: async () => {}, end: async () => {} }
const victims = new Map<string, Victim>([
  ['postgres', { kill: nothing, pause: nothing, 'full disk': nothing }],
  ['recorder', { kill: nothing, 'wrong clock': nothing }],
])

function plan(seed: number, count: number): Fault[] {
  return planFaults(createRandom(seed), victims, pace).take(count).toArray()
}

const nameOf = ({ victim, kind }: Fault) => `${victim}: ${kind}`

test('applies every fault to every victim once before repeating any', () => {
  const faults = plan(7, 10)
  const everything = ['postgres: full disk', 'postgres: kill', 'postgres: pause', 'recorder: kill']
  for (const round of [faults.slice(0, 5), faults.slice(5)]) {
    expect(round.map(nameOf).sort()).toEqual([...everything, 'recorder: wrong clock'])
  }
})

test('the same seed plans the same faults, another seed others', () => {
  expect(plan(7, 20)).toEqual(plan(7, 20))
  expect(plan(7, 20)).not.toEqual(plan(8, 20))
})
