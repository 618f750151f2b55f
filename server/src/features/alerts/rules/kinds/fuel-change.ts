// A tank that empties or fills faster than driving does.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { numberOf } from '../sustained.ts'

/** The fullest (or emptiest) that the tank was in each of the last stretches of time, four to the time that counts. */
type Memory = readonly { beganMs: number; level: number }[]

const stretches = 4
const usualSeconds = 900

export const fuelChange = defineKind({
  name: 'fuelChange',
  readsMore: true,
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
    const sinceMs = fix.atMs - withinSeconds * 1_000
    const known = ((memory ?? []) as Memory).filter(({ beganMs }) => beganMs >= sinceMs)
    const extreme = on === 'drop' ? Math.max : Math.min
    const from = extreme(value, ...known.map(({ level }) => level))
    if (Math.abs(from - value) >= by) {
      const began: Memory = [{ beganMs: fix.atMs, level: value }]
      if (!isHeard) return quiet(began)
      const says = `Fuel went from ${Math.round(from)} % to ${Math.round(value)} %`
      return {
        memory: began,
        happened: [{ atMs: fix.atMs, place: fix.place, says, facts: { from, to: value, by, withinSeconds } }],
      }
    }
    const last = known.at(-1)
    if (!last || fix.atMs - last.beganMs >= (withinSeconds * 1_000) / stretches) {
      return quiet([...known, { beganMs: fix.atMs, level: value }] satisfies Memory)
    }
    const level = extreme(last.level, value)
    // Sloshing by less than a percent is not worth remembering.
    if (Math.abs(level - last.level) < 1) return quiet(memory)
    return quiet([...known.slice(0, -1), { ...last, level }] satisfies Memory)
  },
})
