// Should have been heard from. Judged by the clock: see overdue.service.ts.

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
            'Without a word for so long. Absent: three times the interval that the device is to report at.',
        }),
      ),
    },
    closed,
  ),
  judge: (_settings, _areas, memory) => quiet(memory),
})
