// The internal battery of the tracker is low.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, hysteresis } from '../settings.ts'
import { level, numberOf, sustained } from '../sustained.ts'

export const batteryLow = defineKind({
  name: 'batteryLow',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'battery.low',
  settings: Type.Object(
    {
      below: Type.Number({ minimum: 0, maximum: 100, description: '% of the internal battery.' }),
      hysteresis: Type.Optional(hysteresis('%', 5)),
    },
    closed,
  ),
  judge({ below, hysteresis = 5 }, _areas, memory, step) {
    const { battery, alerts } = step.fix.more
    const value = numberOf(battery)
    if (value !== undefined)
      return level(memory, step, { value, below, hysteresis, forSeconds: 0, what: 'Battery', unit: '%' })
    // Some trackers report a low battery instead of its level.
    const isLow = Array.isArray(alerts) && alerts.includes('lowBattery')
    return sustained(memory, step, {
      holds: isLow || undefined,
      isOver: false,
      forSeconds: 0,
      report: () => ({ summary: 'The device reports a low battery', facts: { signal: 'lowBattery' } }),
    })
  },
})
