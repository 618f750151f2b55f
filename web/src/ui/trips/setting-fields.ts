// The settings of trips in the order of their form. Ranges and choices are those of the server.

import { tripSettingChoices, tripSettingRanges } from '@rastro/client/constants'
import type { OwnSettings, SettingName } from './trip.types.ts'

export type SettingField = { name: SettingName } & (
  | { type: 'choice'; choices: readonly string[] }
  | { type: NumberType; min: number; max: number }
)
type NumberType = 'seconds' | 'speed' | 'length' | 'factor'

const choice = (name: keyof typeof tripSettingChoices): SettingField => ({
  name,
  type: 'choice',
  choices: tripSettingChoices[name],
})
const number = (name: keyof typeof tripSettingRanges, type: NumberType): SettingField => ({
  name,
  type,
  ...tripSettingRanges[name],
})

const fieldGroups = {
  detection: [
    choice('detection'),
    number('stopSeconds', 'seconds'),
    number('ignitionOffSeconds', 'seconds'),
    number('tripMetres', 'length'),
    number('tripSeconds', 'seconds'),
    number('stayMetres', 'length'),
    number('leaveMetres', 'length'),
    number('movingKmh', 'speed'),
    number('standingKmh', 'speed'),
  ],
  gaps: [
    number('gapSeconds', 'seconds'),
    number('bridgeSeconds', 'seconds'),
    number('expectedSeconds', 'seconds'),
  ],
  quality: [number('maxKmh', 'speed'), number('accuracyMetres', 'length')],
  engine: [
    choice('engine'),
    number('idleSeconds', 'seconds'),
    number('signOffSeconds', 'seconds'),
    choice('odometer'),
    number('odometerFactor', 'factor'),
  ],
  driving: [number('speedLimitKmh', 'speed')],
}

type FieldGroup = keyof typeof fieldGroups
export const groupNames = Object.keys(fieldGroups) as FieldGroup[]
export function fieldsOf(group: FieldGroup): readonly SettingField[] {
  return fieldGroups[group]
}

export const allFields: readonly SettingField[] = Object.values(fieldGroups).flat()

/** Whether a number may be saved. */
export function isInRange(field: SettingField, value: number): boolean {
  return field.type === 'choice' || (value >= field.min && value <= field.max)
}

/** Without a value the setting is inherited. */
export function withSetting(own: OwnSettings, name: SettingName, value: unknown): OwnSettings {
  const { [name]: _, ...others } = own
  return (value === undefined ? others : { ...others, [name]: value }) as OwnSettings
}

/** Only what is set here. */
export function ownOf(answer: OwnSettings): OwnSettings {
  const set = allFields.filter(({ name }) => answer[name] !== undefined)
  const values = Object.fromEntries(set.map(({ name }) => [name, answer[name]])) as OwnSettings
  return { ...values, profile: answer.profile ?? null }
}

/** The same values, whatever their order. */
export function isSame(one: OwnSettings, other: OwnSettings): boolean {
  if ((one.profile ?? null) !== (other.profile ?? null)) return false
  return allFields.every(({ name }) => one[name] === other[name])
}

/** The names of values that may not be saved. */
export function wrongIn(own: OwnSettings): SettingName[] {
  return allFields
    .filter((field) => {
      const value = own[field.name]
      return typeof value === 'number' && !isInRange(field, value)
    })
    .map(({ name }) => name)
}
