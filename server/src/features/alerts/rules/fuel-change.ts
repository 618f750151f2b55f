// A tank that empties or fills faster than driving does.

import { Type } from 'typebox'
import { defineKind, quiet } from './kind.types.ts'
import { closed } from './settings.ts'
import { numberOf } from './sustained.ts'

/** The fullest (or emptiest) that the tank was in this stretch of time and in the one before. */
interface Memory {
  beganMs: number
  level: number
  earlier?: number
}

const usualSeconds = 900

export const fuelChange = defineKind({
  name: 'fuelChange',
  alertName: ({ on }) => `fuel.${on}`,
  settings: Type.Object(
    {
      on: Type.Enum(['drop', 'rise']),
      by: Type.Number({ exclusiveMinimum: 0, maximum: 100, description: '% of the tank.' }),
      withinSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400, default: usualSeconds })),
    },
    closed,
  ),
  judge({ on, by, withinSeconds = usualSeconds }, _areas, memory, { fix, isHeard }) {
    const value = numberOf(fix.more.fuel)
    if (value === undefined) return quiet(memory)
    const known = memory as Memory | undefined
    if (!known) return quiet({ beganMs: fix.atMs, level: value } satisfies Memory)
    const extreme = on === 'drop' ? Math.max : Math.min
    const from = extreme(known.level, known.earlier ?? known.level)
    const change = on === 'drop' ? from - value : value - from
    if (change >= by) {
      const began: Memory = { beganMs: fix.atMs, level: value }
      if (!isHeard) return quiet(began)
      const says = `Fuel went from ${Math.round(from)} % to ${Math.round(value)} %`
      return {
        memory: began,
        happened: [{ atMs: fix.atMs, place: fix.place, says, facts: { from, to: value, by, withinSeconds } }],
      }
    }
    if (fix.atMs - known.beganMs > withinSeconds * 1_000) {
      return quiet({ beganMs: fix.atMs, level: value, earlier: known.level } satisfies Memory)
    }
    // Sloshing by less than a percent is not worth remembering.
    const moved = extreme(known.level, value)
    return quiet(Math.abs(moved - known.level) >= 1 ? { ...known, level: moved } : known)
  },
})
