// The device has not reported in time. Triggered by a timer: see overdue.api.ts.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'

export const overdue = defineKind({
  name: 'overdue',
  alertName: () => 'overdue',
  isTimed: true,
  settings: Type.Object(
    {
      afterSeconds: Type.Optional(
        Type.Integer({
          minimum: 30,
          maximum: 90 * 86_400,
          description:
            'Time without a report. Default: three times the expected reporting interval of the device.',
        }),
      ),
    },
    closed,
  ),
  judge: (_settings, _areas, memory) => quiet(memory),
})
