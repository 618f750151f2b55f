// Temperature above or below a threshold.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds, hysteresis, thresholds } from '../settings.ts'
import { level, numberOf } from '../sustained.ts'

export const temperature = defineKind({
  name: 'temperature',
  readsMore: true,
  readsStatus: true,
  hasThreshold: true,
  alertName: ({ above }) => (above === undefined ? 'temperature.low' : 'temperature.high'),
  settings: Type.Object(
    {
      ...thresholds('°C', -273, 2_000),
      sensor: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: 1 })),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('°C', 1)),
    },
    closed,
  ),
  judge: ({ above, below, sensor = 1, forSeconds = 0, hysteresis = 1 }, _areas, memory, step) =>
    level(memory, step, {
      value: numberOf(step.fix.more[sensor === 1 ? 'temperature' : 'temperature2']),
      above,
      below,
      hysteresis,
      forSeconds,
      what: 'Temperature',
      unit: '°C',
    }),
})
