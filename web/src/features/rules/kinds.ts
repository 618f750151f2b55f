// The form of every rule kind: its settings with their limits and defaults. A test compares it with the server's
// schemas.

import type { AlertRule } from '@rastro/client'

export type RuleKind = AlertRule['type']
export type Unit = 'speed' | 'percent' | 'celsius' | 'volt' | 'meter' | 'kilometer'

interface Common {
  name: string
  /** Required by the server. */
  isRequired?: true
  /** Rarely used: shown under "more". */
  isFine?: true
}
export type Field = Common &
  (
    | { type: 'number'; unit?: Unit; minimum: number; maximum: number; defaultValue?: number; isWhole?: true }
    | { type: 'seconds'; minimum: number; maximum: number; defaultValue?: number }
    | { type: 'choice'; choices: readonly string[] }
    | { type: 'threshold'; unit?: Unit; minimum: number; maximum: number; hasEquals?: true }
    | { type: 'text' }
    | { type: 'texts' }
  )

export interface KindForm {
  group: KindGroup
  fields: readonly Field[]
  /** The settings of a new rule. */
  starts: Record<string, unknown>
  usesAreas?: true
  /** Evaluated by time or by external reports: a dry run is not possible. */
  isTimed?: true
  isUrgent?: true
}

export const kindGroups = ['safety', 'areas', 'driving', 'sensors', 'tracker', 'others'] as const
export type KindGroup = (typeof kindGroups)[number]

const daySeconds = 86_400
const lasts = { name: 'forSeconds', type: 'seconds', minimum: 0, maximum: 30 * daySeconds } as const
const forSeconds: Field = { ...lasts, defaultValue: 0 }
const requiredForSeconds: Field = { ...lasts, isRequired: true }
const hysteresisM: Field = {
  name: 'hysteresisM',
  type: 'number',
  unit: 'meter',
  minimum: 0,
  maximum: 10_000,
  defaultValue: 30,
  isFine: true,
}
const hysteresis = (defaultValue: number, unit?: Unit): Field => ({
  name: 'hysteresis',
  type: 'number',
  ...(unit && { unit }),
  minimum: 0,
  maximum: 1_000_000,
  defaultValue,
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
    group: 'areas',
    usesAreas: true,
    fields: [
      { name: 'on', type: 'choice', choices: ['entered', 'left', 'dwell'], isRequired: true },
      forSeconds,
      hysteresisM,
    ],
    starts: { on: 'entered' },
  },
  forbiddenZone: { group: 'areas', usesAreas: true, fields: zone, starts: {} },
  allowedZone: { group: 'areas', usesAreas: true, fields: zone, starts: {} },
  routeDeviation: { group: 'areas', usesAreas: true, fields: zone, starts: {} },
  checkpoint: {
    group: 'areas',
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
  stopped: { group: 'driving', fields: [requiredForSeconds], starts: { forSeconds: 3_600 } },
  idling: { group: 'driving', fields: [requiredForSeconds], starts: { forSeconds: 600 } },
  towing: {
    group: 'safety',
    fields: [{ name: 'aboveKmh', type: 'number', unit: 'speed', minimum: 1, maximum: 200, defaultValue: 8 }],
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
      { name: 'withinSeconds', type: 'seconds', minimum: 60, maximum: daySeconds, defaultValue: 900 },
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
      { name: 'sensor', type: 'number', minimum: 1, maximum: 2, defaultValue: 1, isWhole: true },
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
  maintenance: {
    group: 'driving',
    isTimed: true,
    fields: [{ name: 'on', type: 'choice', choices: ['soon', 'due'], isRequired: true }],
    starts: { on: 'soon' },
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

/** The setting names of a field. */
export function settingsOf(field: Field): string[] {
  if (field.type !== 'threshold') return [field.name]
  return field.hasEquals ? ['above', 'below', 'equals'] : ['above', 'below']
}
