// Formats an explanation as entries and a table: numbers with units, instants in the account's time zone.

import type { Translate } from '../../ui/alert-text.ts'
import { measure } from '../../ui/alert-text.ts'
import type { Format } from '../../ui/use-format.ts'
import type { Explanation } from './explanation.types.ts'

export interface Entry {
  key: string
  label: string
  text: string
}

/** What the bare thresholds of a rule kind measure. */
const measured: Record<string, string> = {
  speed: 'speed',
  temperature: 'temperature',
  voltage: 'voltage',
  batteryLow: 'battery',
  fuelLow: 'fuel',
  fuelChange: 'fuel',
}
const thresholds = new Set(['above', 'below', 'value', 'threshold', 'hysteresis', 'from', 'to', 'by'])
/** For support only. */
const hiddenFields = new Set(['clientId', 'requestId', 'reportedBy', 'valid', 'planId'])

/** Named for those who look for them, but of no use to a dispatcher. */
const technical = new Set(['cellId', 'lac', 'mcc', 'mnc', 'hdop', 'pdop', 'vdop', 'gsmSignal'])

/** Values that trackers name themselves are shown as words: `oilPressure` is "Oil pressure". */
function labelOf(key: string, t: Translate): string {
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').toLowerCase()
  return t(`facts.${key}`, { defaultValue: words.charAt(0).toUpperCase() + words.slice(1) })
}

export function formatEntries(
  values: Record<string, unknown> | undefined,
  kind: string | undefined,
  t: Translate,
  format: Format,
): Entry[] {
  return Object.entries(values ?? {})
    .filter(([key, value]) => !hiddenFields.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => ({
      key,
      label: labelOf(key, t),
      text: formatValue(key, value, kind, t, format),
    }))
}

export function formatValue(
  key: string,
  value: unknown,
  kind: string | undefined,
  t: Translate,
  format: Format,
): string {
  if (typeof value === 'boolean') return t(value ? 'on' : 'off')
  if (Array.isArray(value)) return value.map((one) => formatValue(key, one, kind, t, format)).join(', ')
  if (typeof value === 'number') return formatNumber(key, value, kind, format)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatInstant(value, format)
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

function formatNumber(key: string, value: number, kind: string | undefined, format: Format): string {
  if (key.endsWith('Ms')) return formatInstant(value, format)
  if (/seconds$/i.test(key)) return format.exactDuration(value)
  if (key.endsWith('Kmh')) return format.speed(value)
  if (key === 'km' || key === 'everyKm' || key === 'remainingKm' || key === 'mileage')
    return format.distance(value * 1_000)
  if (thresholds.has(key)) return measure(measured[kind ?? ''] ?? '', value, format)
  return `${format.number(value, { maximumFractionDigits: 5 })}${units[key] ?? ''}`
}

function formatInstant(at: string | number, format: Format): string {
  return `${format.date(at)}, ${format.timeWithSeconds(at)}`
}

export interface Compared {
  key: string
  label: string
  /** A value of the tracker that decided nothing: radio cells, message numbers, vendor codes. */
  isTechnical: boolean
  before: string | undefined
  deciding: string | undefined
}

/** The deciding location beside the previous one, row by row; timestamps first. */
export function compare({ location, before, rule }: Explanation, t: Translate, format: Format): Compared[] {
  const [one, other] = [flat(before), flat(location)]
  const keys = [
    ...new Set([
      ...order.filter((key) => key in other || key in one),
      ...Object.keys(other),
      ...Object.keys(one),
    ]),
  ]
  const text = (key: string, values: Record<string, unknown>) =>
    values[key] === undefined || values[key] === null
      ? undefined
      : formatValue(key, values[key], rule?.type, t, format)
  const deciding = rule?.settings?.attribute
  return keys
    .filter((key) => !hiddenFields.has(key))
    .map((key) => ({
      key,
      label: labelOf(key, t),
      isTechnical: key !== deciding && (technical.has(key) || t(`facts.${key}`, { defaultValue: '' }) === ''),
      before: text(key, one),
      deciding: text(key, other),
    }))
}

const order = ['dateTime', 'receivedAt', 'place', 'coordinates', 'speedKmh', 'accuracy']

/** The coordinates as one value; the tracker's attributes beside the other fields. */
function flat(location: Record<string, unknown> | undefined): Record<string, unknown> {
  if (!location) return {}
  const { latitude, longitude, attributes, ...rest } = location
  const coordinates =
    typeof latitude === 'number' ? `${latitude.toFixed(5)}, ${Number(longitude).toFixed(5)}` : undefined
  return { ...rest, ...(coordinates && { coordinates }), ...(attributes as object | undefined) }
}

/** The state that the rule had for the device before this location. */
export function describeRuleState({ memory, rule }: Explanation, t: Translate, format: Format): string[] {
  if (memory === undefined || memory === null) return []
  if (typeof memory === 'number') return [t('ruleState.reached', { count: memory })]
  if (Array.isArray(memory)) {
    if (rule?.type === 'fuelChange') {
      return memory.map(({ level, beganMs }) =>
        t('ruleState.level', { level: measure('fuel', level, format), at: formatInstant(beganMs, format) }),
      )
    }
    if (memory.length === 0) return [t('ruleState.inNone')]
    return memory.map(({ sinceMs }) => t('ruleState.inArea', { at: formatInstant(sinceMs, format) }))
  }
  const { sinceMs, alerted, lastMs, signalled, moving } = memory as Record<string, unknown>
  return [
    ...(typeof sinceMs === 'number' ? [t('ruleState.since', { at: formatInstant(sinceMs, format) })] : []),
    ...(alerted ? [t('ruleState.alreadyRaised')] : []),
    ...(typeof lastMs === 'number' ? [t('ruleState.signal', { at: formatInstant(lastMs, format) })] : []),
    ...[signalled, moving].flatMap((inner) => describeRuleState({ memory: inner }, t, format)),
  ]
}
