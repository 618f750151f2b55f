// The fuel level is low.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds, hysteresis } from '../settings.ts'
import { level, numberOf } from '../sustained.ts'

export const fuelLow = defineKind({
  name: 'fuelLow',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'fuel.low',
  settings: Type.Object(
    {
      below: Type.Number({ minimum: 0, maximum: 100, description: '%' }),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('%', 3)),
    },
    closed,
  ),
  judge: ({ below, forSeconds = 0, hysteresis = 3 }, _areas, memory, step) =>
    level(memory, step, {
      value: numberOf(step.fix.more.fuel),
      below,
      hysteresis,
      forSeconds,
      what: 'Fuel',
      unit: '%',
    }),
})
