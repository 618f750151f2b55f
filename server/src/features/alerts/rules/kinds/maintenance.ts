// Maintenance of the device is due. Evaluated from its odometer, engine hours and the calendar: see the feature
// maintenance.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'

export const maintenance = defineKind({
  name: 'maintenance',
  alertName: ({ on }) => `maintenance.${on}`,
  isTimed: true,
  settings: Type.Object(
    {
      on: Type.Enum(['soon', 'due'], {
        description:
          'The first alert of each cycle: `soon` raises one before it is due and another when it is due, `due` only the latter.',
      }),
    },
    closed,
  ),
  judge: (_settings, _areas, memory) => quiet(memory),
})
