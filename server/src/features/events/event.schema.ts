// The payload of each event, for clients that consume events.

import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { accountStatuses } from '../../platform/http/account-status.ts'

const dateTime = (description: string) => Type.String({ format: 'date-time', description })
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
    ruleId: orNull(Type.String({ description: 'The rule that raised it; null when it was reported.' })),
    late: Type.Boolean({ description: 'Detected too late; no notification was sent.' }),
    acknowledgedAt: orNull(dateTime('')),
    acknowledgedBy: orNull(Type.String({ description: 'The user’s identifier.' })),
    resolvedAt: orNull(dateTime('')),
    resolvedBy: orNull(Type.String()),
    withdrawnAt: orNull(dateTime('Later locations showed that it did not happen.')),
    note: orNull(Type.String()),
  },
  { title: 'AlertEventData' },
)

const TripPlace = Type.Object({
  dateTime: dateTime(''),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
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
    channel: oneOf('email', 'sms'),
    to: Type.String({ description: 'The address or telephone number, masked.' }),
    state: oneOf('sent', 'failed', 'suppressed'),
    reason: orNull(Type.String({ description: 'Why it failed or was suppressed.' })),
    alertId: Type.String({ description: 'The alert it reports.' }),
  },
  { title: 'NotificationEventData' },
)

const CapEventData = Type.Object(
  {
    kind: oneOf('email', 'sms', 'money'),
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

const AccountStatusData = Type.Object(
  {
    status: oneOf(...accountStatuses),
    previousStatus: oneOf(...accountStatuses),
    reason: Type.String({
      description:
        'In the words of the operator who changed it, or `closed_by_holder`, `closing_undone`, `trial_ended`.',
    }),
  },
  { title: 'AccountStatusData' },
)

export const eventDataSchemas = {
  AlertEventData,
  TripStartedData,
  TripEndedData,
  TripCorrectedData,
  TripWithdrawnData,
  VisitStartedData,
  VisitEndedData,
  DeviceEventData,
  DeviceOffline,
  Nothing,
  NotificationEventData,
  CapEventData,
  CommandEventData,
  OdometerEventData,
  AccountStatusData,
}
/** `Location` is the schema of the REST API. */
export type DataSchema = keyof typeof eventDataSchemas | 'Location'

export interface EventType {
  type: string
  summary: string
  data: DataSchema
  example: object
}

const at = '2026-11-15T08:30:00.000Z'
const location = {
  dateTime: '2026-11-15T08:29:58.000Z',
  receivedAt: at,
  latitude: 41.3851,
  longitude: 2.1734,
  speed: 5.2,
  course: 271.5,
  valid: true,
}
const openAlert = {
  id: 'alt_0aB1cD2eF3gH4iJ5kL6mN7',
  name: 'speed.above',
  severity: 'warning',
  text: 'Faster than 120 km/h',
  dateTime: '2026-11-15T08:29:58.000Z',
  latitude: 41.3851,
  longitude: 2.1734,
  ruleId: 'rul_0aB1cD2eF3gH4iJ5kL6mN7',
  late: false,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  withdrawnAt: null,
  note: null,
}
const trip = { id: 'trp_0aB1cD2eF3gH4iJ5kL6mN7', version: 1 }
const tripStart = { dateTime: '2026-11-15T08:02:10.000Z', latitude: 41.3851, longitude: 2.1734 }
const tripEnd = { dateTime: '2026-11-15T08:21:40.000Z', latitude: 41.4036, longitude: 2.1744 }
const driven = { startedAt: tripStart.dateTime, endedAt: tripEnd.dateTime, distance: 8240.35 }
const visit = {
  geofenceId: 'geo_0aB1cD2eF3gH4iJ5kL6mN7',
  version: 1,
  enteredAt: '2026-11-15T08:02:10.000Z',
}
const user = 'usr_0aB1cD2eF3gH4iJ5kL6mN7'
const acknowledged = { ...openAlert, acknowledgedAt: at, acknowledgedBy: user }
const device = { name: 'Boat', version: 3 }
const sent = {
  id: 'ntf_0aB1cD2eF3gH4iJ5kL6mN7',
  channel: 'email',
  to: 's…@example.com',
  state: 'sent',
  reason: null,
  alertId: openAlert.id,
}
const command = { commandId: 'cmd_0aB1cD2eF3gH4iJ5kL6mN7', type: 'reboot', state: 'queued', reason: null }

const alert = (what: string, summary: string, example: object = openAlert): EventType => ({
  type: `alert.${what}`,
  summary,
  data: 'AlertEventData',
  example,
})
const ofDevice = (what: string, summary: string, data: DataSchema, example: object): EventType => ({
  type: `device.${what}`,
  summary,
  data,
  example,
})
const notification = (state: string, summary: string, reason: string | null): EventType => ({
  type: `notification.${state}`,
  summary,
  data: 'NotificationEventData',
  example: { ...sent, state, reason },
})
const ofCap = (what: string, summary: string, used: number): EventType => ({
  type: `account.${what}`,
  summary,
  data: 'CapEventData',
  example: { kind: 'sms', period: 'day', startsOn: '2026-11-15', cap: 200, used },
})
const ofCommand = (state: string, summary: string, reason: string | null = null): EventType => ({
  type: `command.${state}`,
  summary,
  data: 'CommandEventData',
  example: { ...command, state, reason },
})

export const eventTypes: EventType[] = [
  { type: 'location', summary: 'A location was stored', data: 'Location', example: location },
  alert('raised', 'An alert was raised, by a rule or by a report'),
  alert('acknowledged', 'An alert was acknowledged', acknowledged),
  alert('resolved', 'An alert was resolved', { ...acknowledged, resolvedAt: at, resolvedBy: user }),
  alert('withdrawn', 'An alert was withdrawn after later locations disproved it', {
    ...openAlert,
    withdrawnAt: at,
  }),
  alert('changed', 'An alert was changed in another way', { ...openAlert, note: 'Called the driver.' }),
  {
    type: 'trip.started',
    summary: 'A trip started',
    data: 'TripStartedData',
    example: { ...trip, start: tripStart },
  },
  {
    type: 'trip.ended',
    summary: 'A trip ended',
    data: 'TripEndedData',
    example: { ...trip, version: 2, start: tripStart, end: tripEnd, distance: 8240.35, duration: 1_170 },
  },
  {
    type: 'trip.corrected',
    summary: 'A trip was changed after it had ended; at most every 15 minutes per device',
    data: 'TripCorrectedData',
    example: {
      ...{ ...trip, version: 3, cause: 'late', before: driven },
      after: { ...driven, endedAt: '2026-11-15T08:24:05.000Z', distance: 9877.4 },
    },
  },
  {
    type: 'trip.withdrawn',
    summary: 'A trip was withdrawn after later locations disproved it',
    data: 'TripWithdrawnData',
    example: { ...trip, version: 3, cause: 'late', before: driven },
  },
  {
    type: 'visit.started',
    summary: 'A device is inside a geofence, for a minute at least',
    data: 'VisitStartedData',
    example: visit,
  },
  {
    type: 'visit.ended',
    summary: 'A device left a geofence, or passed through it',
    data: 'VisitEndedData',
    example: {
      ...{ ...visit, version: 2, leftAt: '2026-11-15T08:21:40.000Z', type: 'stayed' },
      ...{ duration: 1_170, distance: 420.5, idleSeconds: 180 },
    },
  },
  ofDevice('created', 'A device was created', 'DeviceEventData', { ...device, version: 1 }),
  ofDevice('changed', 'A device was changed', 'DeviceEventData', device),
  ofDevice('deleted', 'A device was deleted', 'DeviceEventData', device),
  ofDevice('online', 'A device is online again', 'Nothing', {}),
  ofDevice('offline', 'A device has sent nothing for 10 minutes', 'DeviceOffline', { lastSeenAt: at }),
  ofDevice('expired', 'A device expired', 'Nothing', {}),
  ofDevice('reactivated', 'An expired device is active again', 'Nothing', {}),
  notification('sent', 'A message was sent to a contact', null),
  notification('failed', 'A message could not be sent', '550 no such mailbox'),
  notification('suppressed', 'A message was suppressed', 'daily_email_limit'),
  ofCommand('queued', 'A command was queued'),
  ofCommand('sent', 'A command was sent to its device'),
  ofCommand('acknowledged', 'The device acknowledged a command'),
  ofCommand('failed', 'A command failed', 'no_answer'),
  ofCommand('expired', 'A command expired before its device connected'),
  ofCommand('cancelled', 'A command was cancelled before it was sent'),
  {
    type: 'odometer.set',
    summary: 'A reading of the odometer was set',
    data: 'OdometerEventData',
    example: { dateTime: at, value: 128_450.5, computed: 128_447.21 },
  },
  {
    type: 'account.status_changed',
    summary: 'The status of the account was changed',
    data: 'AccountStatusData',
    example: { status: 'suspended', previousStatus: 'active', reason: 'trial_ended' },
  },
  ofCap('cap_warned', 'A spending cap is used to 80 %', 160),
  ofCap('cap_reached', 'A spending cap suppresses alerts that are not critical', 180),
  ofCap('cap_exhausted', 'A spending cap is used up; critical alerts are suppressed too', 200),
]

/** Events of the whole account have no device. */
function hasDevice(type: string): boolean {
  return !type.startsWith('account.')
}

/** The event envelope, the same for every type. */
export function eventOf({ type, data }: EventType) {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', ...(hasDevice(type) ? ['deviceId'] : []), 'data'],
    properties: {
      id: Type.String({ description: 'Stays the same when the event is delivered again.' }),
      type: { type: 'string', const: type },
      timestamp: dateTime('When it happened or was detected.'),
      ...(hasDevice(type) && { deviceId: Type.String({ description: 'The device it happened to.' }) }),
      data: { $ref: `#/components/schemas/${data}` },
    },
  }
}

export function exampleOf({ type, example }: EventType) {
  return {
    id: 'evt_kZ0bVv1sQpW2mR8xTn4cYg',
    type,
    timestamp: at,
    ...(hasDevice(type) && { deviceId: 'dev_0aB1cD2eF3gH4iJ5kL6mN7' }),
    data: example,
  }
}
