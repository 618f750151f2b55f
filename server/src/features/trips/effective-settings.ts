// Which settings count for a device, where each comes from, and since when.

import type { ProfileName, Thresholds, TripSettings } from './detection/settings.ts'
import { defaultSettings, profiles, thresholdsOf } from './detection/settings.ts'

/** What is set for the account, a group or a device. */
export interface SettingsLayer {
  /** `account`, or the id of a group or device. */
  subject: string
  profile: ProfileName | null
  settings: Partial<TripSettings>
}

/** What counted before, from an instant on. */
export type EarlierSettings = [
  countsFromMs: number,
  profile: ProfileName | null,
  settings: Partial<TripSettings>,
]

export interface StoredLayer extends SettingsLayer {
  countsFromMs: number
  /** The oldest first. */
  history: EarlierSettings[]
}

/** From the nearest layer to the farthest. What a layer sets itself counts more than its profile. */
export function effectiveSettings(layers: SettingsLayer[]): TripSettings {
  const settings = { ...defaultSettings }
  for (const { profile, settings: own } of layers.toReversed()) {
    Object.assign(settings, profile && profiles[profile], own)
  }
  return settings
}

export interface SettingOrigin {
  subject: string
  /** If the subject sets it by its profile. */
  profile: ProfileName | null
}

/** Where each value comes from; absent if it is the default. */
export function originsOf(layers: SettingsLayer[]): Partial<Record<keyof TripSettings, SettingOrigin>> {
  const origins: Partial<Record<keyof TripSettings, SettingOrigin>> = {}
  for (const { subject, profile, settings } of layers.toReversed()) {
    const byProfile = Object.keys((profile && profiles[profile]) ?? {}) as (keyof TripSettings)[]
    for (const name of byProfile) origins[name] = { subject, profile }
    for (const name of Object.keys(settings) as (keyof TripSettings)[]) {
      origins[name] = { subject, profile: null }
    }
  }
  return origins
}

/** A layer as it was at an instant. */
export function layerAt(layer: StoredLayer, atMs: number): SettingsLayer {
  const { subject, countsFromMs, history } = layer
  if (atMs >= countsFromMs) return layer
  const [, profile, settings] = history.findLast(([fromMs]) => fromMs <= atMs) ?? [0, null, {}]
  return { subject, profile, settings }
}

/** When a layer was changed after an instant. */
export function changesAfter({ countsFromMs, history }: StoredLayer, afterMs: number): number[] {
  return [...history.map(([fromMs]) => fromMs), countsFromMs].filter((fromMs) => fromMs > afterMs)
}

/** Settings that count from an instant on; null is the beginning of the track. */
export type SettingsPeriod = [fromMs: number | null, settings: Partial<TripSettings>]

/** Only the differences from the defaults are kept. */
export function differencesOf(settings: TripSettings): Partial<TripSettings> {
  const names = Object.keys(settings) as (keyof TripSettings)[]
  return Object.fromEntries(
    names.filter((name) => settings[name] !== defaultSettings[name]).map((name) => [name, settings[name]]),
  )
}

/** A device with more changes of its settings than this forgets the oldest. */
const maxPeriods = 100

/** Appends a period if the settings differ from the last one. Returns the same list if they do not. */
export function withSettings(
  periods: SettingsPeriod[] | null,
  settings: TripSettings,
  fromMs: number | null,
): SettingsPeriod[] | null {
  const differences = differencesOf(settings)
  const last = periods?.at(-1)?.[1] ?? {}
  const textOf = (some: object) => JSON.stringify(some, Object.keys(defaultSettings))
  if (textOf(last) === textOf(differences)) return periods
  const earlier: SettingsPeriod[] = fromMs === null ? [] : (periods ?? [[null, {}]])
  return [...earlier, [fromMs, differences] satisfies SettingsPeriod].slice(-maxPeriods)
}

/** The settings count from an instant in the past on, instead of those that counted then. */
export function withAppliedSettings(
  periods: SettingsPeriod[] | null,
  settings: TripSettings,
  fromMs: number,
): SettingsPeriod[] | null {
  const earlier = periods?.filter(([periodFromMs]) => periodFromMs === null || periodFromMs < fromMs) ?? null
  return withSettings(earlier, settings, fromMs)
}

const defaultThresholds = thresholdsOf(defaultSettings)

export function thresholdsBy(periods: SettingsPeriod[] | null): (instantMs: number) => Thresholds {
  if (!periods) return () => defaultThresholds
  const list = periods.map(([fromMs, differences]) => ({
    fromMs: fromMs ?? Number.NEGATIVE_INFINITY,
    thresholds: thresholdsOf({ ...defaultSettings, ...differences }),
  }))
  return (instantMs) => (list.findLast(({ fromMs }) => fromMs <= instantMs) ?? list[0]!).thresholds
}
