// Standing still for too long, with or without the engine, and moving without it.

import { Type } from 'typebox'
import type { Step } from './kind.types.ts'
import { defineKind } from './kind.types.ts'
import { closed, forSeconds } from './settings.ts'
import { signal } from './signal.ts'
import { sustained } from './sustained.ts'
import { distanceM } from './ways.ts'

const standingKmh = 3
/** Receivers wander by so much while they stand. */
const wanderM = 50

const settings = Type.Object({ forSeconds }, closed)

export const stopped = defineKind({
  name: 'stopped',
  alertName: () => 'stopped',
  settings,
  judge({ forSeconds }, _areas, memory, step) {
    const isStanding = standing(step)
    return sustained(memory, step, {
      holds: isStanding,
      isOver: isStanding === false,
      forSeconds,
      tell: (sinceMs) => ({ says: `Has stood for ${minutes(forSeconds)}`, facts: { sinceMs, forSeconds } }),
    })
  },
})

export const idling = defineKind({
  name: 'idling',
  readsMore: true,
  alertName: () => 'idling',
  settings,
  judge({ forSeconds }, _areas, memory, step) {
    const { ignition } = step.fix.more
    const isStanding = standing(step)
    const holds =
      typeof ignition === 'boolean' && isStanding !== undefined ? ignition && isStanding : undefined
    return sustained(memory, step, {
      holds,
      isOver: true,
      forSeconds,
      tell: (sinceMs) => ({
        says: `Has stood with the engine on for ${minutes(forSeconds)}`,
        facts: { sinceMs, forSeconds },
      }),
    })
  },
})

const towNames = new Set(['tow', 'vibration', 'theft', 'movement'])

export const towing = defineKind({
  name: 'towing',
  readsMore: true,
  alertName: () => 'towing',
  settings: Type.Object(
    { aboveKmh: Type.Optional(Type.Number({ minimum: 1, maximum: 200, default: 8 })) },
    closed,
  ),
  judge({ aboveKmh = 8 }, _areas, memory, step) {
    const { fix } = step
    const { signalled, moving } = (memory ?? {}) as { signalled?: unknown; moving?: unknown }
    const said = signal(signalled, step, towNames, 'The tracker was shaken, moved or towed')
    const isKnown = typeof fix.more.ignition === 'boolean' && fix.speedKmh !== undefined
    const moved = sustained(moving, step, {
      holds: isKnown ? fix.more.ignition === false && fix.speedKmh! > aboveKmh : undefined,
      isOver: true,
      forSeconds: 0,
      tell: () => ({
        subject: 'moving',
        says: `Moves at ${Math.round(fix.speedKmh!)} km/h with the engine off`,
        facts: { speedKmh: fix.speedKmh, aboveKmh },
      }),
    })
    const isSame = said.memory === signalled && moved.memory === moving
    const both =
      said.memory === undefined && moved.memory === undefined
        ? undefined
        : { signalled: said.memory, moving: moved.memory }
    return { memory: isSame ? memory : both, happened: [...said.happened, ...moved.happened] }
  },
})

/** Undefined when the location does not say. */
function standing({ fix, before }: Step): boolean | undefined {
  if (fix.speedKmh !== undefined && fix.place) return fix.speedKmh < standingKmh
  if (typeof fix.more.moving === 'boolean') return !fix.more.moving
  if (!fix.place || !before?.place) return undefined
  return distanceM(before.place, fix.place) < wanderM
}

function minutes(seconds: number): string {
  return `${Math.round(seconds / 60)} minutes`
}
