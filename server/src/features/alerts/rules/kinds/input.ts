// An input is on or off, possibly for a minimum time.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { sustained } from '../sustained.ts'

export const input = defineKind({
  name: 'input',
  readsMore: true,
  readsStatus: true,
  alertName: ({ state }) => `input.${state}`,
  settings: Type.Object(
    {
      input: Type.Integer({ minimum: 1, maximum: 64 }),
      state: Type.Enum(['on', 'off']),
      forSeconds: Type.Optional(forSeconds),
    },
    closed,
  ),
  judge({ input, state, forSeconds = 0 }, _areas, memory, step) {
    const inputs = step.fix.more.inputs as boolean[] | undefined
    const value = Array.isArray(inputs) ? inputs[input - 1] : undefined
    return sustained(memory, step, {
      holds: value === undefined ? undefined : value === (state === 'on'),
      isOver: true,
      forSeconds,
      report: (sinceMs) => ({
        summary:
          forSeconds === 0 ? `Input ${input} is ${state}` : `Input ${input} was ${state} for ${forSeconds} s`,
        facts: { input, state, sinceMs },
      }),
    })
  },
})
