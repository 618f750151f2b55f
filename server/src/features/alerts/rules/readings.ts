// Values that a tracker reports: speed, temperature, fuel, voltages, and whatever else it has a name for.

import { Type } from 'typebox'
import { defineKind, quiet } from './kind.types.ts'
import { closed, forSeconds, hysteresis, thresholds } from './settings.ts'
import { level, numberOf, sustained } from './sustained.ts'

export const speed = defineKind({
  name: 'speed',
  hasThreshold: true,
  alertName: ({ above }) => (above === undefined ? 'speed.below' : 'speed.above'),
  settings: Type.Object(
    {
      ...thresholds('km/h', 0, 2_000),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('km/h', 3)),
    },
    closed,
  ),
  judge: ({ above, below, forSeconds = 0, hysteresis = 3 }, _areas, memory, step) =>
    level(memory, step, {
      value: step.fix.place && step.fix.speedKmh,
      above,
      below,
      hysteresis,
      forSeconds,
      what: 'Speed',
      unit: 'km/h',
    }),
})

export const temperature = defineKind({
  name: 'temperature',
  readsMore: true,
  hasThreshold: true,
  alertName: ({ above }) => (above === undefined ? 'temperature.low' : 'temperature.high'),
  settings: Type.Object(
    {
      ...thresholds('°C', -273, 2_000),
      sensor: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: 1 })),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('°C', 1)),
    },
    closed,
  ),
  judge: ({ above, below, sensor = 1, forSeconds = 0, hysteresis = 1 }, _areas, memory, step) =>
    level(memory, step, {
      value: numberOf(step.fix.more[sensor === 1 ? 'temperature' : 'temperature2']),
      above,
      below,
      hysteresis,
      forSeconds,
      what: 'Temperature',
      unit: '°C',
    }),
})

export const fuelLow = defineKind({
  name: 'fuelLow',
  readsMore: true,
  alertName: () => 'fuel.low',
  settings: Type.Object(
    {
      below: Type.Number({ minimum: 0, maximum: 100, description: '%' }),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('%', 3)),
    },
    closed,
  ),
  judge: ({ below, forSeconds = 0, hysteresis = 3 }, _areas, memory, step) =>
    level(memory, step, {
      value: numberOf(step.fix.more.fuel),
      below,
      hysteresis,
      forSeconds,
      what: 'Fuel',
      unit: '%',
    }),
})

export const batteryLow = defineKind({
  name: 'batteryLow',
  readsMore: true,
  alertName: () => 'battery.low',
  settings: Type.Object(
    {
      below: Type.Number({ minimum: 0, maximum: 100, description: '% of the tracker’s own battery.' }),
      hysteresis: Type.Optional(hysteresis('%', 5)),
    },
    closed,
  ),
  judge({ below, hysteresis = 5 }, _areas, memory, step) {
    const { battery, alerts } = step.fix.more
    const value = numberOf(battery)
    if (value !== undefined)
      return level(memory, step, { value, below, hysteresis, forSeconds: 0, what: 'Battery', unit: '%' })
    // Trackers that do not say how full it is say when it is low.
    const isLow = Array.isArray(alerts) && alerts.includes('lowBattery')
    return sustained(memory, step, {
      holds: isLow || undefined,
      isOver: false,
      forSeconds: 0,
      tell: () => ({ says: 'The tracker says that its battery is low', facts: { signal: 'lowBattery' } }),
    })
  },
})

export const voltage = defineKind({
  name: 'voltage',
  readsMore: true,
  hasThreshold: true,
  alertName: ({ above }) => (above === undefined ? 'voltage.low' : 'voltage.high'),
  settings: Type.Object(
    {
      ...thresholds('V', 0, 1_000),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('V', 0.3)),
    },
    closed,
  ),
  judge: ({ above, below, forSeconds = 0, hysteresis = 0.3 }, _areas, memory, step) =>
    level(memory, step, {
      value: numberOf(step.fix.more.powerVoltage),
      above,
      below,
      hysteresis,
      forSeconds,
      what: 'Supply',
      unit: 'V',
    }),
})

export const powerCut = defineKind({
  name: 'powerCut',
  readsMore: true,
  alertName: () => 'power.cut',
  settings: Type.Object({ forSeconds: Type.Optional(forSeconds) }, closed),
  judge({ forSeconds = 0 }, _areas, memory, step) {
    const { alerts, powerVoltage } = step.fix.more
    const said = Array.isArray(alerts) ? alerts : []
    const volts = numberOf(powerVoltage)
    // Below this no vehicle's battery is connected.
    const isCut = said.includes('powerCut') ? true : volts === undefined ? undefined : volts < 1
    const holds = said.includes('powerRestored') ? false : isCut
    return sustained(memory, step, {
      holds,
      isOver: true,
      forSeconds,
      tell: (sinceMs) => ({ says: 'The supply was cut', facts: { powerVoltage: volts, sinceMs } }),
    })
  },
})

const named = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$', description: 'As locations show it.' })

export const attribute = defineKind({
  name: 'attribute',
  readsMore: true,
  hasThreshold: true,
  alertName: ({ attribute }) => `attribute.${attribute}`,
  settings: Type.Object(
    {
      attribute: named,
      ...thresholds('In the attribute’s unit', -1e12, 1e12),
      equals: Type.Optional(Type.Union([Type.Number(), Type.Boolean(), Type.String({ maxLength: 200 })])),
      forSeconds: Type.Optional(forSeconds),
      hysteresis: Type.Optional(hysteresis('in the attribute’s unit', 0)),
    },
    closed,
  ),
  judge({ attribute, above, below, equals, forSeconds = 0, hysteresis = 0 }, _areas, memory, step) {
    const { more } = step.fix
    const attributes = more.attributes as Record<string, unknown> | undefined
    const value = Object.hasOwn(more, attribute) ? more[attribute] : attributes?.[attribute]
    if (value === undefined) return quiet(memory)
    if (equals === undefined) {
      const number = numberOf(value)
      return level(memory, step, {
        value: number,
        above,
        below,
        hysteresis,
        forSeconds,
        what: attribute,
        unit: '',
      })
    }
    return sustained(memory, step, {
      holds: value === equals,
      isOver: value !== equals,
      forSeconds,
      tell: (sinceMs) => ({ says: `${attribute} is ${String(value)}`, facts: { value, equals, sinceMs } }),
    })
  },
})
