// The clock of the tracker is wrong.

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
      report: () => ({
        summary: `The device clock shows ${String(step.fix.more.deviceTime ?? 'no time')}`,
        facts: { deviceTime: step.fix.more.deviceTime ?? null },
      }),
    }),
})
