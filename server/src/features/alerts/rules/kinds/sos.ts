// The SOS button.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { signal } from '../signal.ts'

const names = new Set(['sos'])

export const sos = defineKind({
  name: 'sos',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'sos',
  isUrgent: true,
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) => signal(memory, step, names, 'The SOS button was pressed'),
})
