// The device reports tampering.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { signal } from '../signal.ts'

const tamperNames = new Set(['tampering', 'jamming', 'gpsAntennaCut', 'simChanged', 'deviceOff'])
export const tampering = defineKind({
  name: 'tampering',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'tampering',
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) => signal(memory, step, tamperNames, 'Tampering with the device'),
})
