// The tracker’s clock cannot be right.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { sustained } from '../sustained.ts'

export const clockWrong = defineKind({
  name: 'clockWrong',
  alertName: () => 'clock.wrong',
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) =>
    sustained(memory, step, {
      holds: 'deviceTime' in step.fix.more,
      isOver: true,
      forSeconds: 0,
      tell: () => ({
        says: `Its clock says ${String(step.fix.more.deviceTime ?? 'nothing')}`,
        facts: { deviceTime: step.fix.more.deviceTime ?? null },
      }),
    }),
})
