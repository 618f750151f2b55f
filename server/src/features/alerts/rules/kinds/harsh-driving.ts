// The device reports harsh braking, cornering or acceleration.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { signal } from '../signal.ts'

const harshNames = new Set(['harshAcceleration', 'harshBraking', 'harshCornering', 'crash'])
export const harshDriving = defineKind({
  name: 'harshDriving',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'driving.harsh',
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) => signal(memory, step, harshNames, 'Harsh driving'),
})
