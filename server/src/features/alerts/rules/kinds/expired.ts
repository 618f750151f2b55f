// The device expired. Raised from its event: see expired-devices.consumer.ts.

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
