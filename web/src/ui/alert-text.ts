// The text of an alert in the user's language and units. The server's text is English; the values are read from it.

import type { Alert } from '@rastro/client'
import type { Format } from './use-format.ts'

export interface Translate {
  (key: string): string
  (key: string, values: Record<string, unknown>): string
}

/** The values in an alert's text, named as in an explanation. */
export interface AlertValues {
  value?: number
  threshold?: number
  area?: string
  input?: number
  from?: number
  to?: number
  km?: number
  speedKmh?: number
  minutes?: number
  seenAt?: string
  plan?: string
}

/** The texts that server/src/features/alerts/rules writes. */
const patterns: [RegExp, (found: string[]) => AlertValues][] = [
  [
    /is (-?[\d.]+) ?\S*, (?:above|below) (-?[\d.]+)/,
    ([, value, limit]) => ({ value: Number(value), threshold: Number(limit) }),
  ],
  [/^(?:Entered|Left|Stayed in|In the forbidden area) "(.+)"/, ([, area]) => ({ area: String(area) })],
  [/^Fuel went from (\d+) % to (\d+) %$/, ([, from, to]) => ({ from: Number(from), to: Number(to) })],
  [/^Maintenance "(.+)" is due/, ([, plan]) => ({ plan: String(plan) })],
  [/^Input (\d+) (?:is|was) /, ([, input]) => ({ input: Number(input) })],
  [/^Mileage reached ([\d.]+) km$/, ([, km]) => ({ km: Number(km) })],
  [/^Moving at (\d+) km\/h /, ([, speed]) => ({ speedKmh: Number(speed) })],
  [/ for (\d+) minutes$/, ([, minutes]) => ({ minutes: Number(minutes) })],
  [/ since (\S+Z)$/, ([, at]) => ({ seenAt: String(at) })],
]

export function valuesIn(text: string | null): AlertValues {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text ?? '')
    if (found) return read([...found])
  }
  return {}
}

/** A value with the unit that fits the alert. */
export function measure(name: string, value: number, format: Format): string {
  if (name.startsWith('speed')) return format.speed(value)
  const unit = name.startsWith('temperature')
    ? ' °C'
    : name.startsWith('voltage')
      ? ' V'
      : /^(battery|fuel)/.test(name)
        ? ' %'
        : ''
  return `${format.number(value, { maximumFractionDigits: 1 })}${unit}`
}

type DescribedAlert = Pick<Alert, 'name' | 'text' | 'ruleId'>

export function describeAlert({ name, text, ruleId }: DescribedAlert, t: Translate, format: Format): string {
  const [key, attribute] = name.startsWith('attribute.') ? ['attribute', name.slice(10)] : [name, '']
  const values = valuesIn(text)
  if (Object.keys(values).length > 0) {
    const details = t(`alerts:details.${key}`, {
      ...placeholdersOf(name, values, format),
      attribute,
      defaultValue: '',
    })
    if (details) return details
  }
  // Texts of other systems are shown as they are; alarms of trackers and texts of rules are translated.
  if (ruleId === null) return text ?? t(`alerts:alarms.${name}`, { defaultValue: name })
  const plain = t(`alerts:names.${key}`, { attribute, defaultValue: '' })
  return plain || text || name
}

function placeholdersOf(name: string, values: AlertValues, format: Format): Record<string, string> {
  const { value, threshold, minutes, seenAt, km, speedKmh, from, to, ...rest } = values
  return {
    ...(value !== undefined && { value: measure(name, value, format) }),
    ...(threshold !== undefined && { limit: measure(name, threshold, format) }),
    ...(from !== undefined && { from: measure(name, from, format) }),
    ...(to !== undefined && { to: measure(name, to, format) }),
    ...(minutes !== undefined && { time: format.duration(minutes * 60) }),
    ...(seenAt !== undefined && { since: format.dateTime(seenAt) }),
    ...(km !== undefined && { distance: format.distance(km * 1_000) }),
    ...(speedKmh !== undefined && { value: format.speed(speedKmh) }),
    ...Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, String(one)])),
  }
}
