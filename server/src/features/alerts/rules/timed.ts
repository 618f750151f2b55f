// Rules that speak when nothing comes, or of what the API was told. Locations do not decide them.

import { Type } from 'typebox'
import { defineKind, quiet } from './kind.types.ts'
import { closed } from './settings.ts'

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

export const reported = defineKind({
  name: 'reported',
  alertName: () => 'reported',
  isTimed: true,
  settings: Type.Object(
    {
      names: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          maxItems: 100,
          description: 'Only alerts of these names. Absent: of any.',
        }),
      ),
    },
    closed,
  ),
  judge: (_settings, _areas, memory) => quiet(memory),
})

export const expired = defineKind({
  name: 'expired',
  alertName: () => 'device.expired',
  isTimed: true,
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory) => quiet(memory),
})
