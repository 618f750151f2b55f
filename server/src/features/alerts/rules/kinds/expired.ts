// Its time is over. Raised by the news of it: see expired.consumer.ts.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'

export const expired = defineKind({
  name: 'expired',
  alertName: () => 'device.expired',
  isTimed: true,
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory) => quiet(memory),
})
