// Notifies of alerts from other systems: see alert.api.ts.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'

export const reported = defineKind({
  name: 'reported',
  alertName: () => 'reported',
  isTimed: true,
  settings: Type.Object(
    {
      names: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          maxItems: 100,
          description: 'Only alerts with these names. Default: all.',
        }),
      ),
    },
    closed,
  ),
  judge: (_settings, _areas, memory) => quiet(memory),
})
