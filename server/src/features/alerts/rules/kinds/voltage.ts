// Supply voltage above or below a threshold.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds, hysteresis, thresholds } from '../settings.ts'
import { level, numberOf } from '../sustained.ts'

export const voltage = defineKind({
  name: 'voltage',
  readsMore: true,
  readsStatus: true,
  hasThreshold: true,
  alertName: ({ above }) => (above === undefined ? 'voltage.low' : 'voltage.high'),
  settings: Type.Object(
    {
      ...thresholds('V', 0, 1_000),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('V', 0.3)),
    },
    closed,
  ),
  judge: ({ above, below, forSeconds = 0, hysteresis = 0.3 }, _areas, memory, step) =>
    level(memory, step, {
      value: numberOf(step.fix.more.powerVoltage),
      above,
      below,
      hysteresis,
      forSeconds,
      what: 'Supply voltage',
      unit: 'V',
    }),
})
