// An explanation as lines and a table: numbers with their units, instants on the account's clock.

import type { Say } from '../../ui/tell-alert.ts'
import { measure } from '../../ui/tell-alert.ts'
import type { Format } from '../../ui/use-format.ts'
import type { Explanation } from './explanation.types.ts'

export interface Entry {
  key: string
  label: string
  says: string
}

/** Of a rule's kind, what its bare thresholds measure. */
const measured: Record<string, string> = {
  speed: 'speed',
  temperature: 'temperature',
  voltage: 'voltage',
  batteryLow: 'battery',
  fuelLow: 'fuel',
  fuelChange: 'fuel',
}
const thresholds = new Set(['above', 'below', 'value', 'threshold', 'hysteresis', 'from', 'to', 'by'])
/** For support, not for the reader. */
const unsaid = new Set(['clientId', 'requestId', 'reportedBy', 'valid'])

export function tellEntries(
  values: Record<string, unknown> | undefined,
  kind: string | undefined,
  t: Say,
  format: Format,
): Entry[] {
  return Object.entries(values ?? {})
    .filter(([key, value]) => !unsaid.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => ({
      key,
      label: t(`facts.${key}`, { defaultValue: key }),
      says: tellValue(key, value, kind, t, format),
    }))
}

export function tellValue(
  key: string,
  value: unknown,
  kind: string | undefined,
  t: Say,
  format: Format,
): string {
  if (typeof value === 'boolean') return t(value ? 'on' : 'off')
  if (Array.isArray(value)) return value.map((one) => tellValue(key, one, kind, t, format)).join(', ')
  if (typeof value === 'number') return tellNumber(key, value, kind, format)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return tellInstant(value, format)
  if (typeof value === 'object') return JSON.stringify(value)
  return t(`words.${String(value)}`, { defaultValue: String(value) })
}

const units: Record<string, string> = {
  battery: ' %',
  fuel: ' %',
  fuel2: ' %',
  humidity: ' %',
  level: ' %',
  temperature: ' °C',
  temperature2: ' °C',
  powerVoltage: ' V',
  altitude: ' m',
  accuracy: ' m',
  accuracyM: ' m',
  hysteresisM: ' m',
  course: '°',
}

function tellNumber(key: string, value: number, kind: string | undefined, format: Format): string {
  if (key.endsWith('Ms')) return tellInstant(value, format)
  if (/seconds$/i.test(key)) return format.exactDuration(value)
  if (key.endsWith('Kmh')) return format.speed(value)
  if (key === 'km' || key === 'everyKm' || key === 'mileage') return format.distance(value * 1_000)
  if (thresholds.has(key)) return measure(measured[kind ?? ''] ?? '', value, format)
  return `${format.number(value, { maximumFractionDigits: 5 })}${units[key] ?? ''}`
}

function tellInstant(at: string | number, format: Format): string {
  return `${format.date(at)}, ${format.timeWithSeconds(at)}`
}

export interface Compared {
  key: string
  label: string
  before: string | undefined
  deciding: string | undefined
}

/** The location that decided beside the one before it, line by line; their own times first. */
export function compare({ location, before, rule }: Explanation, t: Say, format: Format): Compared[] {
  const [one, other] = [flat(before), flat(location)]
  const keys = [
    ...new Set([
      ...order.filter((key) => key in other || key in one),
      ...Object.keys(other),
      ...Object.keys(one),
    ]),
  ]
  const says = (key: string, values: Record<string, unknown>) =>
    values[key] === undefined || values[key] === null
      ? undefined
      : tellValue(key, values[key], rule?.kind, t, format)
  return keys
    .filter((key) => !unsaid.has(key))
    .map((key) => ({
      key,
      label: t(`facts.${key}`, { defaultValue: key }),
      before: says(key, one),
      deciding: says(key, other),
    }))
}

const order = ['dateTime', 'receivedAt', 'place', 'speedKmh', 'accuracy']

/** The place in one line, and the tracker's own words beside the others. */
function flat(location: Record<string, unknown> | undefined): Record<string, unknown> {
  if (!location) return {}
  const { latitude, longitude, attributes, ...rest } = location
  const place =
    typeof latitude === 'number' ? `${latitude.toFixed(5)}, ${Number(longitude).toFixed(5)}` : undefined
  return { ...rest, ...(place && { place }), ...(attributes as object | undefined) }
}

/** What the rule knew of the device before this location. */
export function tellMemory({ memory, rule }: Explanation, t: Say, format: Format): string[] {
  if (memory === undefined || memory === null) return []
  if (typeof memory === 'number') return [t('memory.reached', { count: memory })]
  if (Array.isArray(memory)) {
    if (rule?.kind === 'fuelChange') {
      return memory.map(({ level, beganMs }) =>
        t('memory.level', { level: measure('fuel', level, format), at: tellInstant(beganMs, format) }),
      )
    }
    if (memory.length === 0) return [t('memory.inNone')]
    return memory.map(({ sinceMs }) => t('memory.inArea', { at: tellInstant(sinceMs, format) }))
  }
  const { sinceMs, told, lastMs, signalled, moving } = memory as Record<string, unknown>
  return [
    ...(typeof sinceMs === 'number' ? [t('memory.since', { at: tellInstant(sinceMs, format) })] : []),
    ...(told ? [t('memory.told')] : []),
    ...(typeof lastMs === 'number' ? [t('memory.signal', { at: tellInstant(lastMs, format) })] : []),
    ...[signalled, moving].flatMap((inner) => tellMemory({ memory: inner }, t, format)),
  ]
}
