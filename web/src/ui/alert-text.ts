// The text of an alert in the user's language and units. The server's text is English; the values are read from it.

import type { Alert } from '@rastro/client'
import type { AlertValues } from '@rastro/client/alert-values'
import { readAlertValues } from '@rastro/client/alert-values'
import type { Format } from './use-format.ts'

export interface Translate {
  (key: string): string
  (key: string, values: Record<string, unknown>): string
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
  const values = readAlertValues(text)
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
