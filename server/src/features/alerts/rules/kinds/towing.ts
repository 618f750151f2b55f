// The device is shaken, moved or towed.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { signal } from '../signal.ts'
import { sustained } from '../sustained.ts'

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
    const reported = signal(signalled, step, towNames, 'The device was shaken, moved or towed')
    const isKnown = typeof fix.more.ignition === 'boolean' && fix.speedKmh !== undefined
    const moved = sustained(moving, step, {
      holds: isKnown ? fix.more.ignition === false && fix.speedKmh! > aboveKmh : undefined,
      isOver: true,
      forSeconds: 0,
      report: () => ({
        subject: 'moving',
        summary: `Moving at ${Math.round(fix.speedKmh!)} km/h with the engine off`,
        facts: { speedKmh: fix.speedKmh, aboveKmh },
      }),
    })
    const isSame = reported.memory === signalled && moved.memory === moving
    const both =
      reported.memory === undefined && moved.memory === undefined
        ? undefined
        : { signalled: reported.memory, moving: moved.memory }
    return { memory: isSame ? memory : both, findings: [...reported.findings, ...moved.findings] }
  },
})
