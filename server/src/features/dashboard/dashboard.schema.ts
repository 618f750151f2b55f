import type { TSchema } from 'typebox'
import { Type } from 'typebox'

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })
const date = (description: string) => Type.String({ format: 'date', description })
const metres = (description = 'Metres.') => count(description)

/** Complete days; the same number of days before them are compared. */
export const periodDays = 28
export const maxRanked = 10
export const maxGroups = 100
/** Counting more takes too long. */
export const maxOpenAlerts = 10_000

const use = {
  devices: count(),
  distance: metres(),
  tripSeconds: count('In trips.'),
  idleSeconds: count('Stationary with the engine on, in trips and stops.'),
  engineSeconds: orNull(count(), 'With the engine on; null if that is known of no device.'),
  engineTripSeconds: count('`tripSeconds` of the devices of which `engineSeconds` are known.'),
  engineIdleSeconds: count('`idleSeconds` of the same devices.'),
  usedDays: count('Days with a trip, added up over the devices.'),
}

const Ranked = Type.Object({
  deviceId: Type.String(),
  name: Type.String(),
  distance: metres(),
  idleSeconds: count(),
  engineSeconds: orNull(count(), 'Null if unknown.'),
})
const ranking = (description: string) =>
  Type.Object(
    {
      top: Type.Array(Ranked, { maxItems: maxRanked, description: 'The most first.' }),
      bottom: Type.Array(Ranked, { maxItems: maxRanked, description: 'The least first.' }),
    },
    { description },
  )

export const DashboardView = Type.Object(
  {
    computedAt: Type.String({ format: 'date-time' }),
    timeZone: Type.String({ description: 'Of the account. All days are days in it.' }),
    from: date(`First of the ${periodDays} days: those before today.`),
    to: date('Last day: yesterday.'),
    previousFrom: date(`First of the ${periodDays} days before them.`),
    previousTo: date('Last of the days before them.'),
    now: Type.Object(
      {
        devices: count('Of all states.'),
        driving: count('On a trip.'),
        idling: count('Stationary with the engine on.'),
        standing: count('Not on a trip.'),
        silent: count(
          'On a trip without a location for `gapSeconds`, not seen for a day, or without any trip or stop yet.',
        ),
        expired: count(),
      },
      { description: 'Each device has one of the states.' },
    ),
    today: Type.Object({ day: date('The current day.'), distance: metres('Metres so far.') }),
    distance: metres('Metres from `from` to `to`.'),
    previousDistance: metres('Metres from `previousFrom` to `previousTo`.'),
    days: Type.Array(
      Type.Object({
        day: date('From `from` to `to`.'),
        distance: metres(),
        previousDay: date(`${periodDays} days before, which is the same day of the week.`),
        previousDistance: metres(),
      }),
      { maxItems: periodDays },
    ),
    use: Type.Object(use, { description: 'Of all devices from `from` to `to`.' }),
    groups: Type.Array(Type.Object({ groupId: Type.String(), name: Type.String(), ...use }), {
      maxItems: maxGroups,
      description: `The same of the ${maxGroups} largest groups that you may see. A device in two groups counts in both.`,
    }),
    groupCount: count('Groups that you may see.'),
    byDistance: ranking('Devices that have not expired, by distance.'),
    byIdle: ranking('Devices with a known engine time, by the share of it that they idled.'),
    openAlerts: count(
      `Alerts that are neither acknowledged nor resolved. ${maxOpenAlerts}: that many or more.`,
    ),
    maintenance: Type.Object(
      {
        ok: count(),
        soon: count('Within the warning of the plan.'),
        due: count(),
        overdue: count('Exceeded by more than the warning.'),
        unknown: count('Nothing that the plan measures is known.'),
      },
      {
        description:
          'Devices by the state of their maintenance, now; a device with several plans counts with each.',
      },
    ),
    quality: Type.Object(
      {
        knownSeconds: count('Of trips, stops and gaps.'),
        gapSeconds: count('Of gaps.'),
        locations: count('Instants with a location.'),
        unusableLocations: count('Those without usable coordinates.'),
        corrections: count('Changes of trips, stops and gaps after they had ended.'),
      },
      { description: 'How far the data from `from` to `to` can be relied on.' },
    ),
  },
  { $id: 'Dashboard', title: 'Dashboard' },
)

export const DashboardQuery = Type.Object(
  { group: Type.Optional(Type.String({ maxLength: 64, description: 'Only devices in this group.' })) },
  { additionalProperties: false },
)
