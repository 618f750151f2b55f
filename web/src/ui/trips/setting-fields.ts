// The settings of trips in the order of their form, with the ranges that the server accepts.

import type { OwnSettings, TripSettings } from './trip.types.ts'

export type SettingName = keyof TripSettings

export type SettingField = { name: SettingName } & (
  | { type: 'choice'; choices: readonly string[] }
  | { type: 'seconds' | 'speed' | 'length' | 'factor'; min: number; max: number }
)

const day = 86_400

const fieldGroups = {
  detection: [
    { name: 'detection', type: 'choice', choices: ['auto', 'motion', 'ignition'] },
    { name: 'stopSeconds', type: 'seconds', min: 30, max: day },
    { name: 'ignitionOffSeconds', type: 'seconds', min: 30, max: day },
    { name: 'tripMetres', type: 'length', min: 0, max: 100_000 },
    { name: 'tripSeconds', type: 'seconds', min: 0, max: 100_000 },
    { name: 'stayMetres', type: 'length', min: 20, max: 5_000 },
    { name: 'leaveMetres', type: 'length', min: 20, max: 5_000 },
    { name: 'movingKmh', type: 'speed', min: 1, max: 50 },
    { name: 'standingKmh', type: 'speed', min: 1, max: 50 },
  ],
  gaps: [
    { name: 'gapSeconds', type: 'seconds', min: 60, max: 7 * day },
    { name: 'bridgeSeconds', type: 'seconds', min: 60, max: 7 * day },
    { name: 'expectedSeconds', type: 'seconds', min: 1, max: 201_600 },
  ],
  quality: [
    { name: 'maxKmh', type: 'speed', min: 10, max: 5_000 },
    { name: 'accuracyMetres', type: 'length', min: 5, max: 32_767 },
  ],
  engine: [
    { name: 'engine', type: 'choice', choices: ['ignition', 'voltage', 'movement', 'counter'] },
    { name: 'idleSeconds', type: 'seconds', min: 30, max: day },
    { name: 'odometer', type: 'choice', choices: ['computed', 'device'] },
    { name: 'odometerFactor', type: 'factor', min: 0.8, max: 1.2 },
  ],
} as const satisfies Record<string, readonly SettingField[]>

export type FieldGroup = keyof typeof fieldGroups
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
