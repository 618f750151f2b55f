// Every kind of rule, and what each asks for: one table that the editor, the sentences and the server agree on.

import type { AlertRule } from '@rastro/client'

export type RuleKind = AlertRule['kind']
export type Unit = 'speed' | 'percent' | 'celsius' | 'volt' | 'meter' | 'kilometer'

interface Common {
  name: string
  /** The server asks for it. */
  isRequired?: true
  /** Rarely touched: behind "more". */
  isFine?: true
}
export type Field = Common &
  (
    | { type: 'number'; unit?: Unit; minimum: number; maximum: number; usual?: number; isWhole?: true }
    | { type: 'seconds'; minimum: number; maximum: number; usual?: number }
    | { type: 'choice'; choices: readonly string[] }
    | { type: 'threshold'; unit?: Unit; minimum: number; maximum: number; hasEquals?: true }
    | { type: 'text' }
    | { type: 'texts' }
  )

export interface KindForm {
  group: KindGroup
  fields: readonly Field[]
  /** What a new rule begins with. */
  starts: Record<string, unknown>
  usesAreas?: true
  /** Judged by the clock or by others: nothing to try on old locations. */
  isTimed?: true
  isUrgent?: true
}

export const kindGroups = ['safety', 'places', 'driving', 'sensors', 'tracker', 'others'] as const
export type KindGroup = (typeof kindGroups)[number]

const daySeconds = 86_400
const lasts = { name: 'forSeconds', type: 'seconds', minimum: 0, maximum: 30 * daySeconds } as const
const forSeconds: Field = { ...lasts, usual: 0 }
const forSecondsAsked: Field = { ...lasts, isRequired: true }
const hysteresisM: Field = {
  name: 'hysteresisM',
  type: 'number',
  unit: 'meter',
  minimum: 0,
  maximum: 10_000,
  usual: 30,
  isFine: true,
}
const hysteresis = (usual: number, unit?: Unit): Field => ({
  name: 'hysteresis',
  type: 'number',
  ...(unit && { unit }),
  minimum: 0,
  maximum: 1_000_000,
  usual,
  isFine: true,
})
const threshold = (minimum: number, maximum: number, unit?: Unit): Field => ({
  name: 'threshold',
  type: 'threshold',
  ...(unit && { unit }),
  minimum,
  maximum,
  isRequired: true,
})
const belowPercent: Field = {
  name: 'below',
  type: 'number',
  unit: 'percent',
  minimum: 0,
  maximum: 100,
  isRequired: true,
}
const zone = [forSeconds, hysteresisM]

export const kindForms: Record<RuleKind, KindForm> = {
  sos: { group: 'safety', fields: [], starts: {}, isUrgent: true },
  geofence: {
    group: 'places',
    usesAreas: true,
    fields: [
      { name: 'on', type: 'choice', choices: ['entered', 'left', 'dwell'], isRequired: true },
      forSeconds,
      hysteresisM,
    ],
    starts: { on: 'entered' },
  },
  forbiddenZone: { group: 'places', usesAreas: true, fields: zone, starts: {} },
  allowedZone: { group: 'places', usesAreas: true, fields: zone, starts: {} },
  routeDeviation: { group: 'places', usesAreas: true, fields: zone, starts: {} },
  checkpoint: {
    group: 'places',
    usesAreas: true,
    fields: [
      { name: 'everySeconds', type: 'seconds', minimum: 60, maximum: 31 * daySeconds, isRequired: true },
    ],
    starts: { everySeconds: 7_200 },
  },
  speed: {
    group: 'driving',
    fields: [threshold(0, 2_000, 'speed'), forSeconds, hysteresis(3, 'speed')],
    starts: { above: 120, forSeconds: 30 },
  },
  stopped: { group: 'driving', fields: [forSecondsAsked], starts: { forSeconds: 3_600 } },
  idling: { group: 'driving', fields: [forSecondsAsked], starts: { forSeconds: 600 } },
  towing: {
    group: 'safety',
    fields: [{ name: 'aboveKmh', type: 'number', unit: 'speed', minimum: 1, maximum: 200, usual: 8 }],
    starts: {},
  },
  input: {
    group: 'sensors',
    fields: [
      { name: 'input', type: 'number', minimum: 1, maximum: 64, isWhole: true, isRequired: true },
      { name: 'state', type: 'choice', choices: ['on', 'off'], isRequired: true },
      forSeconds,
    ],
    starts: { input: 1, state: 'on' },
  },
  fuelChange: {
    group: 'sensors',
    fields: [
      { name: 'on', type: 'choice', choices: ['drop', 'rise'], isRequired: true },
      { name: 'by', type: 'number', unit: 'percent', minimum: 0, maximum: 100, isRequired: true },
      { name: 'withinSeconds', type: 'seconds', minimum: 60, maximum: daySeconds, usual: 900 },
    ],
    starts: { on: 'drop', by: 10 },
  },
  fuelLow: {
    group: 'sensors',
    fields: [belowPercent, forSeconds, hysteresis(3, 'percent')],
    starts: { below: 15 },
  },
  temperature: {
    group: 'sensors',
    fields: [
      threshold(-273, 2_000, 'celsius'),
      { name: 'sensor', type: 'number', minimum: 1, maximum: 2, usual: 1, isWhole: true },
      forSeconds,
      hysteresis(1, 'celsius'),
    ],
    starts: { above: 8, forSeconds: 300 },
  },
  batteryLow: { group: 'tracker', fields: [belowPercent, hysteresis(5, 'percent')], starts: { below: 20 } },
  powerCut: { group: 'safety', fields: [forSeconds], starts: {} },
  voltage: {
    group: 'sensors',
    fields: [threshold(0, 1_000, 'volt'), forSeconds, hysteresis(0.3, 'volt')],
    starts: { below: 11.8, forSeconds: 300 },
  },
  gpsLost: { group: 'tracker', fields: [forSeconds], starts: { forSeconds: 900 } },
  harshDriving: { group: 'safety', fields: [], starts: {} },
  tampering: { group: 'safety', fields: [], starts: {} },
  mileage: {
    group: 'driving',
    fields: [
      {
        name: 'everyKm',
        type: 'number',
        unit: 'kilometer',
        minimum: 1,
        maximum: 1_000_000,
        isRequired: true,
      },
    ],
    starts: { everyKm: 10_000 },
  },
  clockWrong: { group: 'tracker', fields: [], starts: {} },
  attribute: {
    group: 'sensors',
    fields: [
      { name: 'attribute', type: 'text', isRequired: true },
      {
        name: 'threshold',
        type: 'threshold',
        minimum: -1e12,
        maximum: 1e12,
        hasEquals: true,
        isRequired: true,
      },
      forSeconds,
      hysteresis(0),
    ],
    starts: { attribute: '', above: 0 },
  },
  overdue: {
    group: 'tracker',
    isTimed: true,
    fields: [{ name: 'afterSeconds', type: 'seconds', minimum: 30, maximum: 90 * daySeconds }],
    starts: { afterSeconds: 14_400 },
  },
  expired: { group: 'tracker', isTimed: true, fields: [], starts: {} },
  reported: { group: 'others', isTimed: true, fields: [{ name: 'names', type: 'texts' }], starts: {} },
}

export const ruleKinds = Object.keys(kindForms) as RuleKind[]

/** The names under which a field's values stand in the settings. */
export function settingsOf(field: Field): string[] {
  if (field.type !== 'threshold') return [field.name]
  return field.hasEquals ? ['above', 'below', 'equals'] : ['above', 'below']
}
