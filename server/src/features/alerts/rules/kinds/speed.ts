// Speed above or below a threshold.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds, hysteresis, thresholds } from '../settings.ts'
import { level } from '../sustained.ts'

export const speed = defineKind({
  name: 'speed',
  hasThreshold: true,
  alertName: ({ above }) => (above === undefined ? 'speed.below' : 'speed.above'),
  settings: Type.Object(
    {
      ...thresholds('km/h', 0, 2_000),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('km/h', 3)),
    },
    closed,
  ),
  judge: ({ above, below, forSeconds = 0, hysteresis = 3 }, _areas, memory, step) =>
    level(memory, step, {
      value: step.fix.coordinates && step.fix.speedKmh,
      above,
      below,
      hysteresis,
      forSeconds,
      what: 'Speed',
      unit: 'km/h',
    }),
})
