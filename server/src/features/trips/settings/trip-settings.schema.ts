// Trip settings as the API shows them. Ranges and names come from the detector.

import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import type { NumericSetting, ProfileName, TripSettings } from '../detection/settings.ts'
import {
  detections,
  engineSources,
  odometerSources,
  profileNames,
  settingRanges,
} from '../detection/settings.ts'

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>(Type.Enum([...values], { type: 'string', ...(description && { description }) }))

const whole = (name: NumericSetting, description?: string) => {
  const [minimum, maximum] = settingRanges[name]
  return Type.Integer({ minimum, maximum, ...(description && { description }) })
}

const [minFactor, maxFactor] = settingRanges.odometerFactor

/** All settings, each as its own value. */
export const settingSchemas = {
  detection: oneOf(
    detections,
    '`auto`: by motion, sharpened by the ignition where a device reports it. `motion`: without the ignition. `ignition`: from on to off.',
  ),
  engine: oneOf(
    engineSources,
    'What shows that the engine runs: the ignition, the voltage of a charging alternator, movement, or the device’s own counter of engine hours.',
  ),
  movingKmh: whole('movingKmh', 'A reported speed from here on is movement.'),
  standingKmh: whole('standingKmh', 'A reported speed up to this is standing.'),
  stayMetres: whole('stayMetres', 'A device within this distance has not left its place.'),
  leaveMetres: whole(
    'leaveMetres',
    'A device farther away than this has left its stop: a third of it with ignition and speed, twice it with the ignition off.',
  ),
  stopSeconds: whole('stopSeconds', 'A device that stays for so long has stopped.'),
  ignitionOffSeconds: whole('ignitionOffSeconds', 'The same with the ignition off.'),
  tripMetres: whole('tripMetres', 'A shorter move is a manoeuvre of the stop.'),
  tripSeconds: whole('tripSeconds', 'A shorter move is a manoeuvre of the stop.'),
  gapSeconds: whole('gapSeconds', 'A longer silence that ends elsewhere is a gap.'),
  bridgeSeconds: whole(
    'bridgeSeconds',
    'Within a trip, a shorter silence at a plausible speed is part of it, as in a tunnel.',
  ),
  expectedSeconds: Type.Union([whole('expectedSeconds'), Type.Null()], {
    description:
      'How often the device reports, if that is seldom. Widens gap (3 times), bridge (4 times) and stop (1.5 times). From 900 on, trips are `coarse`.',
  }),
  maxKmh: whole('maxKmh', 'A location that would need a higher speed is a jump, and is left out.'),
  accuracyMetres: whole('accuracyMetres', 'A less accurate location is left out.'),
  idleSeconds: whole('idleSeconds', 'An idling of this length is counted as one.'),
  signOffSeconds: whole('signOffSeconds', 'A driver signs off when the engine is off for so long.'),
  odometer: oneOf(
    odometerSources,
    '`computed`: distance between locations. `device`: the mileage that the device reports.',
  ),
  odometerFactor: Type.Number({
    minimum: minFactor,
    maximum: maxFactor,
    description: 'Computed distances are multiplied by this.',
  }),
  speedLimitKmh: Type.Union([whole('speedLimitKmh'), Type.Null()], {
    description: 'What the reports `driving` and `speeding` compare speeds with. Trips do not depend on it.',
  }),
} satisfies Record<keyof TripSettings, TSchema>

export const settingNames = Object.keys(settingSchemas) as (keyof TripSettings)[]

/** What is set for the subject itself. */
export interface SettingsDocument extends Partial<TripSettings> {
  profile?: ProfileName | null
}

const ownFields = {
  profile: Type.Optional(
    Type.Union([oneOf(profileNames), Type.Null()], {
      description: 'Sets several values at once. Values that are set beside it count more.',
    }),
  ),
  ...mapSettings((schema) => Type.Optional(schema)),
}

export const SettingsObject = Type.Object(ownFields, { additionalProperties: false })
export const SettingsBody = Type.Unsafe<SettingsDocument>(SettingsObject)

export const levels = ['account', 'group', 'device'] as const
export type Level = (typeof levels)[number]

/** Where a value comes from. */
export interface Origin {
  source: 'default' | 'profile' | Level
  level?: Level
  profile?: ProfileName
  groupId?: string
}

const originFields = {
  source: oneOf(['default', 'profile', ...levels], 'Where the value comes from.'),
  level: Type.Optional(oneOf(levels, 'Where the profile is set.')),
  profile: Type.Optional(oneOf(profileNames, 'The profile that the value comes from.')),
  groupId: Type.Optional(
    Type.String({ description: 'The group that sets it. Absent if you have no access to that group.' }),
  ),
}

export const settingsFields = {
  ...ownFields,
  effective: Type.Object(
    mapSettings((schema) => Type.Object({ value: schema, ...originFields })),
    { description: 'All values in force, and where each comes from.' },
  ),
  coarse: Type.Boolean({
    description: 'Devices report so seldom that trips are passages between places, not exact to the minute.',
  }),
  modifiedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Since when these settings count. Null if none were ever set here.',
  }),
}
export const SettingsView = Type.Object(settingsFields, { $id: 'TripSettings', title: 'TripSettings' })

export const ApplyBody = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description:
        'The settings count from here on. Days whose locations are no longer stored stay as they are.',
    }),
  },
  { additionalProperties: false },
)

function mapSettings<S extends TSchema>(wrap: (schema: TSchema) => S): Record<keyof TripSettings, S> {
  const wrapped = Object.entries(settingSchemas).map(([name, schema]) => [name, wrap(schema)])
  return Object.fromEntries(wrapped)
}
