// What an alert says, in the reader's language and units. The server's own sentence is English; the values in it are not.

import type { Alert } from '@rastro/client'
import type { Format } from './use-format.ts'

export interface Say {
  (key: string): string
  (key: string, values: Record<string, unknown>): string
}

/** Values of an alert's sentence, under the names that an explanation's facts have. */
export interface Told {
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
}

const patterns: [RegExp, (found: string[]) => Told][] = [
  [
    /is (-?[\d.]+) ?\S*, (?:above|below) (-?[\d.]+)/,
    ([, value, limit]) => ({ value: Number(value), threshold: Number(limit) }),
  ],
  [/^(?:Entered|Left|Stays in|Is in) "(.+)"/, ([, area]) => ({ area: String(area) })],
  [/^Fuel went from (\d+) % to (\d+) %$/, ([, from, to]) => ({ from: Number(from), to: Number(to) })],
  [/^Input (\d+) (?:is|was) /, ([, input]) => ({ input: Number(input) })],
  [/^Mileage reached ([\d.]+) km$/, ([, km]) => ({ km: Number(km) })],
  [/^Moves at (\d+) km\/h /, ([, speed]) => ({ speedKmh: Number(speed) })],
  [/ for (\d+) minutes$/, ([, minutes]) => ({ minutes: Number(minutes) })],
  [/^Not heard from since (\S+Z)$/, ([, at]) => ({ seenAt: String(at) })],
]

export function valuesIn(text: string | null): Told {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text ?? '')
    if (found) return read([...found])
  }
  return {}
}

/** A value of what the alert is about, with its unit. */
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

type Said = Pick<Alert, 'name' | 'text' | 'rule'>

export function tellAlert({ name, text, rule }: Said, t: Say, format: Format): string {
  const [key, attribute] = name.startsWith('attribute.') ? ['attribute', name.slice(10)] : [name, '']
  const values = valuesIn(text)
  if (Object.keys(values).length > 0) {
    const told = t(`alerts:told.${key}`, { ...wordsOf(name, values, format), attribute, defaultValue: '' })
    if (told) return told
  }
  // Another system's words are its own; alarms of trackers and what a rule says are ours to say in the reader's language.
  if (rule === null) return text ?? t(`alerts:alarms.${name}`, { defaultValue: name })
  const plain = t(`alerts:names.${key}`, { attribute, defaultValue: '' })
  return plain || text || name
}

function wordsOf(name: string, values: Told, format: Format): Record<string, string> {
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
