// The payload of each event, for clients that consume events.

import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { accountStatuses } from '../../platform/http/account-status.ts'
import { DescribedPlaceView } from '../places/place-view.api.ts'

export const dateTime = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const oneOf = (...values: string[]) => Type.Enum(values, { type: 'string' })

const AlertEventData = Type.Object(
  {
    id: Type.String({ description: 'As in /api/alerts.' }),
    name: Type.String(),
    severity: oneOf('info', 'warning', 'critical'),
    text: orNull(Type.String()),
    dateTime: dateTime('When it happened.'),
    latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
    locatedAt: Type.Optional(
      orNull(dateTime('When the device was there, if the coordinates are the last known ones.')),
    ),
    place: Type.Optional(DescribedPlaceView),
    ruleId: orNull(Type.String({ description: 'The rule that raised it; null when it was reported.' })),
    late: Type.Boolean({ description: 'Detected too late; no notification was sent.' }),
    acknowledgedAt: orNull(dateTime('')),
    acknowledgedBy: orNull(Type.String({ description: 'The user’s identifier.' })),
    acknowledgedByContact: Type.Optional(
      Type.Union(
        [Type.Object({ id: Type.String(), name: Type.String(), channel: Type.String() }), Type.Null()],
        { description: 'The contact who acknowledged it from a message, and the channel. Otherwise null.' },
      ),
    ),
    resolvedAt: orNull(dateTime('')),
    resolvedBy: orNull(Type.String()),
    withdrawnAt: orNull(dateTime('Later locations showed that it did not happen.')),
    note: orNull(Type.String()),
  },
  { title: 'AlertEventData' },
)

const EscalationEventData = Type.Object(
  {
    alertId: Type.String(),
    policyId: Type.String(),
    policyName: Type.String(),
    step: Type.Integer({ minimum: 0, description: 'Counts from 0.' }),
    round: Type.Integer({ minimum: 0, description: '0, or the number of the repetition.' }),
    contacts: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), channel: Type.String() }), {
      description: 'Empty if nobody was on call.',
    }),
    nextAt: orNull(dateTime('When the next round is due; null after the last one.')),
  },
  { title: 'EscalationEventData' },
)

const StatusEventData = Type.Object(
  {
    dateTime: dateTime('By the tracker’s clock, or when it was received.'),
    receivedAt: dateTime('When the server received it.'),
    battery: Type.Optional(Type.Number({ description: 'Battery of the tracker, %.' })),
    powerVoltage: Type.Optional(Type.Number({ description: 'Supply voltage of the vehicle, volts.' })),
    ignition: Type.Optional(Type.Boolean()),
    alerts: Type.Optional(Type.Array(Type.String(), { description: 'Alarms that the tracker raised.' })),
    attributes: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Other values, such as `charging`.' }),
    ),
  },
  {
    title: 'StatusEventData',
    additionalProperties: true,
    description: 'What the tracker reported, under the names of a location.',
  },
)

const TripPlace = Type.Object({
  dateTime: dateTime(''),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  place: Type.Optional(DescribedPlaceView),
})
const tripFields = {
  id: Type.String({ description: 'As in /api/trips.' }),
  version: Type.Integer({ minimum: 1, description: 'Increases with every change of the trip.' }),
}
const tripLate = Type.Optional(
  Type.Literal(true, { description: 'It started or ended more than 30 minutes before it was detected.' }),
)
const TripVersion = Type.Object({
  startedAt: dateTime(''),
  endedAt: orNull(dateTime('')),
  distance: Type.Number({ minimum: 0, description: 'Metres.' }),
})
const tripCause = Type.String({
  description: 'What caused it; more may be added.',
  examples: ['late', 'settings', 'recomputed'],
})

const TripStartedData = Type.Object(
  { ...tripFields, start: TripPlace, late: tripLate },
  { title: 'TripStartedData' },
)
const TripEndedData = Type.Object(
  {
    ...tripFields,
    start: TripPlace,
    end: TripPlace,
    distance: Type.Number({ minimum: 0, description: 'Metres.' }),
    duration: Type.Integer({ minimum: 0, description: 'Seconds.' }),
    late: tripLate,
  },
  { title: 'TripEndedData' },
)
const TripCorrectedData = Type.Object(
  {
    ...tripFields,
    cause: tripCause,
    before: TripVersion,
    after: Type.Object({
      ...TripVersion.properties,
      absorbed: Type.Optional(
        Type.Array(Type.String(), { description: 'Trips that are withdrawn and now part of this one.' }),
      ),
    }),
    late: tripLate,
  },
  { title: 'TripCorrectedData' },
)
const TripWithdrawnData = Type.Object(
  { ...tripFields, cause: tripCause, before: TripVersion, late: tripLate },
  { title: 'TripWithdrawnData' },
)

const visitFields = {
  geofenceId: Type.String(),
  version: Type.Integer({ minimum: 1, description: 'Increases with every change of the visit.' }),
  enteredAt: dateTime('When the track crossed the border.'),
}
const visitLate = Type.Optional(
  Type.Literal(true, {
    description: 'The device entered or left more than 30 minutes before it was detected.',
  }),
)
const VisitStartedData = Type.Object({ ...visitFields, late: visitLate }, { title: 'VisitStartedData' })
const VisitEndedData = Type.Object(
  {
    ...visitFields,
    leftAt: dateTime('When the track crossed the border again.'),
    type: oneOf('stayed', 'passed'),
    duration: Type.Integer({ minimum: 0, description: 'Seconds.' }),
    distance: Type.Number({ minimum: 0, description: 'Metres driven inside.' }),
    idleSeconds: Type.Integer({ minimum: 0, description: 'Stationary with the engine on.' }),
    late: visitLate,
  },
  { title: 'VisitEndedData' },
)

const DriverChangedData = Type.Object(
  {
    driverId: orNull(Type.String({ description: 'Null: the tag is of nobody, or the driver signed off.' })),
    tag: orNull(Type.String({ description: 'As the device reports it. Null: by assignment, or nobody.' })),
    drivingSince: dateTime('From when on.'),
    late: Type.Optional(
      Type.Literal(true, { description: 'It was more than 30 minutes ago when it was detected.' }),
    ),
  },
  { title: 'DriverChangedData' },
)

const FuelEventData = Type.Object(
  {
    id: Type.String({ description: 'As in /api/fuelEvents.' }),
    version: Type.Integer({ minimum: 1, description: 'Increases with every change of the fill or drain.' }),
    sensorId: Type.String(),
    startedAt: dateTime('The last reading before the level changed.'),
    endedAt: dateTime('The first reading after it.'),
    litres: Type.Number({ minimum: 0 }),
    levelBefore: Type.Number({ description: 'Litres.' }),
    levelAfter: Type.Number({ description: 'Litres.' }),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    place: Type.Optional(DescribedPlaceView),
    late: Type.Optional(
      Type.Literal(true, { description: 'It ended more than 30 minutes before it was detected.' }),
    ),
  },
  { title: 'FuelEventData' },
)

const DeviceEventData = Type.Object(
  { name: Type.String(), version: Type.Integer({ description: 'The number in its ETag.' }) },
  { title: 'DeviceEventData' },
)
const DeviceOffline = Type.Object(
  { lastSeenAt: orNull(dateTime('When the device last sent something.')) },
  { title: 'DeviceOffline' },
)
const Nothing = Type.Object({}, { title: 'Nothing', description: 'No data.' })

const NotificationEventData = Type.Object(
  {
    id: Type.String(),
    channel: oneOf('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice'),
    to: Type.String({ description: 'The address or telephone number, masked.' }),
    state: oneOf('sent', 'failed', 'suppressed'),
    reason: orNull(Type.String({ description: 'Why it failed or was suppressed.' })),
    alertId: Type.String({ description: 'The alert it reports.' }),
  },
  { title: 'NotificationEventData' },
)

const CapEventData = Type.Object(
  {
    kind: oneOf('email', 'sms', 'message', 'money'),
    period: oneOf('day', 'month'),
    startsOn: Type.String({ format: 'date', description: 'First day of the period.' }),
    cap: Type.Integer({ description: 'Messages, or millionths of the currency.' }),
    used: Type.Integer(),
  },
  { title: 'CapEventData', description: 'A spending cap of the account.' },
)

/** Command text and device responses may contain passwords, so they are left out. */
const CommandEventData = Type.Object(
  {
    commandId: Type.String({ description: 'Its identifier.' }),
    type: Type.String({ examples: ['position', 'interval', 'output', 'reboot', 'raw'] }),
    state: oneOf('queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'),
    reason: orNull(Type.String({ description: 'Why it failed or is queued again.' })),
  },
  { title: 'CommandEventData' },
)

const OdometerEventData = Type.Object(
  {
    dateTime: dateTime('When the odometer showed the value.'),
    value: Type.Number({ description: 'Kilometres.' }),
    computed: orNull(Type.Number({ description: 'What it would have shown by the reading before.' })),
  },
  { title: 'OdometerEventData' },
)

const UsageDayData = Type.Object(
  {
    accountId: Type.String(),
    day: Type.String({ format: 'date', description: 'In the time zone of the account.' }),
    licensesPeak: Type.Integer({ description: 'The most licenses in use at one instant.' }),
    licensesGranted: Type.Integer(),
    emails: Type.Integer(),
    sms: Type.Integer(),
    apiUnits: Type.Integer(),
    locations: Type.Integer({ description: 'Stored.' }),
  },
  { title: 'UsageDayData' },
)

const ReportFinishedData = Type.Object(
  {
    id: Type.String({ description: 'As in /api/reportRuns.' }),
    report: Type.String({ examples: ['trips', 'fleetSummary'] }),
    format: Type.String({ examples: ['xlsx', 'pdf'] }),
    state: oneOf('done', 'failed', 'cancelled'),
    from: Type.String({ format: 'date', description: 'First day of the report.' }),
    to: Type.String({ format: 'date', description: 'Last day.' }),
    rows: orNull(Type.Integer({ minimum: 0 })),
    bytes: orNull(Type.Integer({ minimum: 0 })),
    failure: orNull(Type.String({ description: 'Why it failed.' })),
    requestedBy: Type.String({ description: 'Id of the user.' }),
  },
  { title: 'ReportFinishedData' },
)

const MaintenanceEventData = Type.Object(
  {
    planId: Type.String({ description: 'The maintenance plan.' }),
    planName: Type.String(),
    countedSince: dateTime('When the cycle began: the last work, or when the plan began to apply.'),
    remainingKm: orNull(Type.Number({ description: 'Negative if exceeded.' })),
    remainingHours: orNull(Type.Number({ description: 'Engine hours; negative if exceeded.' })),
    remainingDays: orNull(Type.Integer({ description: 'Local days; negative if exceeded.' })),
  },
  { title: 'MaintenanceEventData' },
)

const AccountHostData = Type.Object(
  {
    host: Type.String(),
    state: Type.Enum(['verified', 'failing', 'lapsed'], {
      type: 'string',
      description:
        'Failing: the proof in DNS is missing. Lapsed: for 7 days, and the host is not served any more.',
    }),
  },
  { title: 'AccountHostData' },
)

const AccountStatusData = Type.Object(
  {
    status: oneOf(...accountStatuses),
    previousStatus: oneOf(...accountStatuses),
    reason: Type.String({
      description:
        'In the words of the operator who changed it, or `closed_by_holder`, `closing_undone`, `provider_reopened`, `provider_suspended`, `trial_ended`.',
    }),
  },
  { title: 'AccountStatusData' },
)

const SupportEventData = Type.Object(
  {
    supportSessionId: Type.String(),
    visitorName: Type.String(),
    organization: Type.String({ description: 'The reseller or platform of the visitor.' }),
    reason: Type.String({ description: 'In the words of the visitor.' }),
    access: oneOf('read', 'write'),
    endReason: orNull(oneOf('customer', 'visitor', 'expired', 'unanswered', 'status', 'moved', 'mode')),
    expiresAt: dateTime('End of the session; of a request: until when it can be approved.'),
  },
  { title: 'SupportEventData' },
)

const EmailSenderEventData = Type.Object(
  {
    address: Type.String(),
    fault: orNull(oneOf('missing', 'different', 'several', 'testing', 'unreachable')),
  },
  {
    title: 'EmailSenderEventData',
    description: 'Of a staff account. `fault` is what is wrong with the DKIM record.',
  },
)

export const eventDataSchemas = {
  AlertEventData,
  StatusEventData,
  EscalationEventData,
  TripStartedData,
  TripEndedData,
  TripCorrectedData,
  TripWithdrawnData,
  VisitStartedData,
  VisitEndedData,
  DriverChangedData,
  FuelEventData,
  DeviceEventData,
  DeviceOffline,
  Nothing,
  NotificationEventData,
  CapEventData,
  CommandEventData,
  OdometerEventData,
  ReportFinishedData,
  UsageDayData,
  MaintenanceEventData,
  AccountStatusData,
  AccountHostData,
  SupportEventData,
  EmailSenderEventData,
}
