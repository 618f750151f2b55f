// Settings in words: a value in the user's units, and where it comes from.

import type { Translate } from '../alert-text.ts'
import type { Format } from '../use-format.ts'
import type { SettingField } from './setting-fields.ts'
import type { EffectiveSetting, SettingsSubject } from './trip.types.ts'

export function valueText(
  field: SettingField,
  value: EffectiveSetting['value'],
  { t, format }: { t: Translate; format: Format },
): string {
  if (value === null) return t('settings.unknown')
  if (field.type === 'choice') return t(`settings.choices.${field.name}.${value}`)
  const number = Number(value)
  if (field.type === 'seconds') return format.exactDuration(number)
  if (field.type === 'speed') return format.speed(number)
  if (field.type === 'length') return format.length(number)
  return format.number(number, { maximumFractionDigits: 4 })
}

/** `groupName`: undefined if the caller may not see it. */
export function originText(
  { source, level, profile }: EffectiveSetting,
  subject: SettingsSubject,
  { t, groupName }: { t: Translate; groupName: string | undefined },
): string {
  if (source === 'default') return t('origins.default')
  const at = source === 'profile' ? level : source
  const place = at === subject.level ? t('origins.own') : placeText(at, { t, groupName })
  if (source !== 'profile') return place
  return t('origins.profile', { profile: t(`profiles.${profile}`), place })
}

function placeText(
  level: EffectiveSetting['level'],
  { t, groupName }: { t: Translate; groupName: string | undefined },
): string {
  if (level !== 'group') return t(`origins.${level}`)
  return groupName === undefined ? t('origins.aGroup') : t('origins.group', { name: groupName })
}
