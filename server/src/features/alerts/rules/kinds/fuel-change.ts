// Fuel drops or rises faster than driving explains.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { numberOf } from '../sustained.ts'

/** The highest (or lowest) level in each of the last four intervals of the period. */
type Memory = readonly { beganMs: number; level: number }[]

const intervals = 4
const defaultSeconds = 900

export const fuelChange = defineKind({
  name: 'fuelChange',
  readsMore: true,
  readsStatus: true,
  alertName: ({ on }) => `fuel.${on}`,
  settings: Type.Object(
    {
      on: Type.Enum(['drop', 'rise']),
      by: Type.Number({ exclusiveMinimum: 0, maximum: 100, description: '% of the tank.' }),
      withinSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400, default: defaultSeconds })),
    },
    closed,
  ),
  judge({ on, by, withinSeconds = defaultSeconds }, _areas, memory, { fix, isActive }) {
    const value = numberOf(fix.more.fuel)
    if (value === undefined) return quiet(memory)
    const sinceMs = fix.atMs - withinSeconds * 1_000
    const known = ((memory ?? []) as Memory).filter(({ beganMs }) => beganMs >= sinceMs)
    const extreme = on === 'drop' ? Math.max : Math.min
    const from = extreme(value, ...known.map(({ level }) => level))
    if (Math.abs(from - value) >= by) {
      const began: Memory = [{ beganMs: fix.atMs, level: value }]
      if (!isActive) return quiet(began)
      const summary = `Fuel went from ${Math.round(from)} % to ${Math.round(value)} %`
      return {
        memory: began,
        findings: [
          {
            atMs: fix.atMs,
            coordinates: fix.coordinates,
            summary,
            facts: { from, to: value, by, withinSeconds },
          },
        ],
      }
    }
    const last = known.at(-1)
    if (!last || fix.atMs - last.beganMs >= (withinSeconds * 1_000) / intervals) {
      return quiet([...known, { beganMs: fix.atMs, level: value }] satisfies Memory)
    }
    const level = extreme(last.level, value)
    // Sloshing by less than a percent is ignored.
    if (Math.abs(level - last.level) < 1) return quiet(memory)
    return quiet([...known.slice(0, -1), { ...last, level }] satisfies Memory)
  },
})
