// Describes a rule in one plain sentence.

import type { Translate } from '../../ui/alert-text.ts'
import type { Format } from '../../ui/use-format.ts'
import type { Draft, Hours } from './draft.ts'
import type { Field, Unit } from './kinds.ts'
import { kindForms, settingsOf } from './kinds.ts'

export interface Names {
  group(id: string): string | undefined
  device(id: string): string | undefined
  geofence(id: string): string | undefined
}

export function describeRule(
  rule: Draft,
  names: Names,
  language: string,
  t: Translate,
  format: Format,
): string {
  return t('sentence.whole', {
    who: describeDevices(rule, names, t),
    condition: describeCondition(rule, names, t, format),
    when: describeSchedule(rule, language, t),
    notifies: t('sentence.notifies', {
      count: rule.contacts.length,
      context: rule.contacts.length ? '' : 'none',
    }),
  })
}

function describeDevices({ groups, devices }: Draft, names: Names, t: Translate): string {
  const [group, device] = [groups[0], devices[0]]
  if (group === undefined && device === undefined) return t('sentence.who.all')
  const count = groups.length + devices.length
  if (count > 1) return t('sentence.who.some', { count, context: mixOf(groups, devices) })
  if (group !== undefined) return t('sentence.who.group', { name: names.group(group) ?? '…' })
  return names.device(device as string) ?? '…'
}

function mixOf(groups: string[], devices: string[]): string {
  if (groups.length === 0) return 'devices'
  return devices.length === 0 ? 'groups' : 'both'
}

function describeCondition(
  { type: kind, settings, geofences }: Draft,
  names: Names,
  t: Translate,
  format: Format,
): string {
  const { fields, usesAreas } = kindForms[kind]
  const values = Object.fromEntries(
    fields.flatMap((field) =>
      settingsOf(field).map(
        (name) => [name, formatSetting(field, settings[name] ?? defaultOf(field), format)] as const,
      ),
    ),
  )
  const lasts = Number(settings.forSeconds ?? 0)
  const variant = (settings.on ??
    settings.state ??
    ['above', 'below', 'equals'].find((name) => isSet(settings[name]))) as string | undefined
  const isAlone = fields.every(({ type }) => type !== 'choice' && type !== 'threshold')
  const isBare = !isAlone && variant === undefined
  // Without settings, the name of the kind.
  if (isBare) return t(`kinds.${kind}.name`)
  const key = isAlone ? `conditions.${kind}` : `conditions.${kind}.${variant}`
  const needsOther =
    (kind === 'overdue' && !isSet(settings.afterSeconds)) || (kind === 'reported' && !isSet(settings.names))
  return t(key, {
    ...values,
    ...(usesAreas && { areas: describeAreas(geofences, names, t) }),
    lasting: lasts > 0 ? t('sentence.lasting', { time: format.exactDuration(lasts) }) : '',
    time: format.exactDuration(lasts),
    ...(needsOther && { context: 'usual' }),
  })
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function defaultOf(field: Field): unknown {
  return 'defaultValue' in field ? field.defaultValue : undefined
}

function describeAreas(geofences: string[], names: Names, t: Translate): string {
  const [only] = geofences
  if (only === undefined) return t('sentence.areas.all')
  if (geofences.length > 1) return t('sentence.areas.some', { count: geofences.length })
  return t('sentence.areas.one', { name: names.geofence(only) ?? '…' })
}

function formatSetting(field: Field, value: unknown, format: Format): string {
  if (!isSet(value)) return '…'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'number') return String(value)
  if (field.type === 'seconds') return format.exactDuration(value)
  return withUnit(value, 'unit' in field ? field.unit : undefined, format)
}

const marks: Partial<Record<Unit, string>> = { percent: ' %', celsius: ' °C', volt: ' V', meter: ' m' }

export function withUnit(value: number, unit: Unit | undefined, format: Format): string {
  if (unit === 'speed') return format.speed(value)
  if (unit === 'kilometer') return format.distance(value * 1_000)
  return `${format.number(value)}${(unit && marks[unit]) ?? ''}`
}

function describeSchedule({ conditions }: Draft, language: string, t: Translate): string {
  const { schedule } = conditions
  if (!schedule || schedule.length === 0) return ''
  return t('sentence.when', { hours: schedule.map((hours) => describeHours(hours, language, t)).join('; ') })
}

export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const

/** The name of a weekday, 1 for Monday. */
export function dayName(
  day: number,
  language: string,
  weekday: 'short' | 'narrow' | 'long' = 'short',
): string {
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))
}

export function describeHours({ days, from, to }: Hours, language: string, t: Translate): string {
  const sorted = [...(days ?? weekDays)].sort((one, other) => one - other)
  const time = from === '00:00' && to === '24:00' ? '' : ` ${from}–${to}`
  if (sorted.length === weekDays.length) return `${t('sentence.everyDay')}${time}`
  const isRun = sorted.length > 2 && sorted.every((day, index) => day === (sorted[0] as number) + index)
  const named = (isRun ? [sorted[0] as number, sorted.at(-1) as number] : sorted).map((day) =>
    dayName(day, language),
  )
  return `${named.join(isRun ? '–' : ', ')}${time}`
}
