// Compares any attribute that a device reports.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed, forSeconds, hysteresis, thresholds } from '../settings.ts'
import { level, numberOf, sustained } from '../sustained.ts'

const named = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$', description: 'As in locations.' })

export const attribute = defineKind({
  name: 'attribute',
  readsMore: true,
  readsStatus: true,
  hasThreshold: true,
  alertName: ({ attribute }) => `attribute.${attribute}`,
  settings: Type.Object(
    {
      attribute: named,
      ...thresholds('In the unit of the attribute', -1e12, 1e12),
      equals: Type.Optional(Type.Union([Type.Number(), Type.Boolean(), Type.String({ maxLength: 200 })])),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('in the unit of the attribute', 0)),
    },
    closed,
  ),
  judge({ attribute, above, below, equals, forSeconds = 0, hysteresis = 0 }, _areas, memory, step) {
    const { more } = step.fix
    const attributes = more.attributes as Record<string, unknown> | undefined
    const value = Object.hasOwn(more, attribute) ? more[attribute] : attributes?.[attribute]
    if (value === undefined) return quiet(memory)
    if (equals === undefined) {
      const number = numberOf(value)
      return level(memory, step, {
        value: number,
        above,
        below,
        hysteresis,
        forSeconds,
        what: attribute,
        unit: '',
      })
    }
    return sustained(memory, step, {
      holds: value === equals,
      isOver: value !== equals,
      forSeconds,
      report: (sinceMs) => ({
        summary: `${attribute} is ${String(value)}`,
        facts: { value, equals, sinceMs },
      }),
    })
  },
})
