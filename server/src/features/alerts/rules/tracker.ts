// What the tracker itself notices or suffers: inputs, tampering, harsh driving, lost satellites, a wrong clock, mileage.

import { Type } from 'typebox'
import { defineKind, quiet } from './kind.types.ts'
import { closed, forSeconds } from './settings.ts'
import { signal } from './signal.ts'
import { numberOf, sustained } from './sustained.ts'

export const input = defineKind({
  name: 'input',
  readsMore: true,
  alertName: ({ state }) => `input.${state}`,
  settings: Type.Object(
    {
      input: Type.Integer({ minimum: 1, maximum: 64 }),
      state: Type.Enum(['on', 'off']),
      forSeconds: Type.Optional(forSeconds),
    },
    closed,
  ),
  judge({ input, state, forSeconds = 0 }, _areas, memory, step) {
    const inputs = step.fix.more.inputs as boolean[] | undefined
    const value = Array.isArray(inputs) ? inputs[input - 1] : undefined
    return sustained(memory, step, {
      holds: value === undefined ? undefined : value === (state === 'on'),
      isOver: true,
      forSeconds,
      tell: (sinceMs) => ({
        says:
          forSeconds === 0 ? `Input ${input} is ${state}` : `Input ${input} was ${state} for ${forSeconds} s`,
        facts: { input, state, sinceMs },
      }),
    })
  },
})

const harshNames = new Set(['harshAcceleration', 'harshBraking', 'harshCornering', 'crash'])
export const harshDriving = defineKind({
  name: 'harshDriving',
  readsMore: true,
  alertName: () => 'driving.harsh',
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) => signal(memory, step, harshNames, 'Was driven harshly'),
})

const tamperNames = new Set(['tampering', 'jamming', 'gpsAntennaCut', 'simChanged', 'deviceOff'])
export const tampering = defineKind({
  name: 'tampering',
  readsMore: true,
  alertName: () => 'tampering',
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) =>
    signal(memory, step, tamperNames, 'Somebody tampers with the tracker'),
})

export const gpsLost = defineKind({
  name: 'gpsLost',
  alertName: () => 'gps.lost',
  settings: Type.Object({ forSeconds: Type.Optional(forSeconds) }, closed),
  judge: ({ forSeconds = 0 }, _areas, memory, step) =>
    sustained(memory, step, {
      holds: step.fix.place === undefined,
      isOver: true,
      forSeconds,
      tell: (sinceMs) => ({ says: 'Reports, but does not know where it is', facts: { sinceMs, forSeconds } }),
    }),
})

export const clockWrong = defineKind({
  name: 'clockWrong',
  alertName: () => 'clock.wrong',
  settings: Type.Object({}, closed),
  judge: (_settings, _areas, memory, step) =>
    sustained(memory, step, {
      holds: 'deviceTime' in step.fix.more,
      isOver: true,
      forSeconds: 0,
      tell: () => ({
        says: `Its clock says ${String(step.fix.more.deviceTime ?? 'nothing')}`,
        facts: { deviceTime: step.fix.more.deviceTime ?? null },
      }),
    }),
})

export const mileage = defineKind({
  name: 'mileage',
  readsMore: true,
  alertName: () => 'mileage',
  settings: Type.Object({ everyKm: Type.Number({ minimum: 1, maximum: 1_000_000 }) }, closed),
  judge({ everyKm }, _areas, memory, { fix, isHeard }) {
    const km = numberOf(fix.more.mileage)
    if (km === undefined) return quiet(memory)
    const reached = Math.floor(km / everyKm)
    const known = memory as number | undefined
    if (known === undefined || reached < known) return quiet(reached)
    if (reached === known || !isHeard) return quiet(reached === known ? memory : reached)
    const says = `Mileage reached ${reached * everyKm} km`
    return { memory: reached, happened: [{ atMs: fix.atMs, place: fix.place, says, facts: { km, everyKm } }] }
  },
})
