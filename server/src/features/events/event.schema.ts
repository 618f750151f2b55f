// The types of events with an example of each, and their envelope.

import { Type } from 'typebox'
import type { eventDataSchemas } from './event-data.schema.ts'
import { dateTime } from './event-data.schema.ts'

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
const place = {
  name: 'Barcelona, Spain',
  shortName: 'Barcelona',
  town: 'Barcelona',
  distance: 0,
  direction: null,
  region: 'Barcelona',
  country: 'ES',
  sea: null,
}
const openAlert = {
  id: 'alt_0aB1cD2eF3gH4iJ5kL6mN7',
  name: 'speed.above',
  severity: 'warning',
  text: 'Faster than 120 km/h',
  dateTime: '2026-11-15T08:29:58.000Z',
  latitude: 41.3851,
  longitude: 2.1734,
  locatedAt: null,
  place,
  ruleId: 'rul_0aB1cD2eF3gH4iJ5kL6mN7',
  late: false,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedByContact: null,
  resolvedAt: null,
  resolvedBy: null,
  withdrawnAt: null,
  note: null,
}
const trip = { id: 'trp_0aB1cD2eF3gH4iJ5kL6mN7', version: 1 }
const tripStart = { dateTime: '2026-11-15T08:02:10.000Z', latitude: 41.3851, longitude: 2.1734, place }
const tripEnd = { dateTime: '2026-11-15T08:21:40.000Z', latitude: 41.4036, longitude: 2.1744, place }
const driven = { startedAt: tripStart.dateTime, endedAt: tripEnd.dateTime, distance: 8240.35 }
const visit = {
  geofenceId: 'geo_0aB1cD2eF3gH4iJ5kL6mN7',
  version: 1,
  enteredAt: '2026-11-15T08:02:10.000Z',
}
const fuel = {
  ...{ id: 'fev_0aB1cD2eF3gH4iJ5kL6mN7', version: 1, sensorId: 'fse_0aB1cD2eF3gH4iJ5kL6mN7' },
  ...{ startedAt: '2026-11-15T08:02:10.000Z', endedAt: '2026-11-15T08:07:10.000Z' },
  ...{ latitude: 41.3851, longitude: 2.1734, place },
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
const ofSupport = (what: string, summary: string, endReason: string | null): EventType => ({
  type: `account.support_${what}`,
  summary,
  data: 'SupportEventData',
  example: {
    supportSessionId: 'sup_0aB1cD2eF3gH4iJ5kL6mN7',
    visitorName: 'Ana Ruiz',
    organization: 'Alpha GPS',
    reason: 'Ticket 4711: no locations',
    access: 'read',
    endReason,
    expiresAt: '2026-11-15T12:30:00.000Z',
  },
})
const ofEmailSender = (what: string, summary: string, fault: string | null): EventType => ({
  type: `account.email_sender_${what}`,
  summary,
  data: 'EmailSenderEventData',
  example: { address: 'alerts@alpha.example', fault },
})
const ofMaintenance = (level: string, summary: string, remainingKm: number): EventType => ({
  type: `maintenance.${level}`,
  summary,
  data: 'MaintenanceEventData',
  example: {
    planId: 'mpl_0aB1cD2eF3gH4iJ5kL6mN7',
    planName: 'Oil change',
    countedSince: '2026-05-04T09:00:00.000Z',
    remainingKm,
    remainingHours: null,
    remainingDays: 170,
  },
})
const ofCommand = (state: string, summary: string, reason: string | null = null): EventType => ({
  type: `command.${state}`,
  summary,
  data: 'CommandEventData',
  example: { ...command, state, reason },
})

export const eventTypes: EventType[] = [
  { type: 'location', summary: 'A location was stored', data: 'Location', example: location },
  {
    type: 'status',
    summary: 'A report without a position was stored',
    data: 'StatusEventData',
    example: { dateTime: at, receivedAt: at, battery: 82, ignition: false, alerts: ['sos'] },
  },
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
  {
    type: 'driver.changed',
    summary: 'Another driver drives a device, or the driver signed off',
    data: 'DriverChangedData',
    example: { driverId: 'drv_0aB1cD2eF3gH4iJ5kL6mN7', tag: '01A2B3C4D5E6F708', drivingSince: at },
  },
  {
    type: 'fuel.filled',
    summary: 'A tank was filled',
    data: 'FuelEventData',
    example: { ...fuel, litres: 182.5, levelBefore: 91.2, levelAfter: 273.7 },
  },
  {
    type: 'fuel.drained',
    summary: 'Fuel was drained from a tank',
    data: 'FuelEventData',
    example: { ...fuel, litres: 40.1, levelBefore: 273.7, levelAfter: 233.6 },
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
  {
    type: 'escalation.notified',
    summary: 'Nobody acknowledged an alert in time, and the next contacts are notified',
    data: 'EscalationEventData',
    example: {
      alertId: openAlert.id,
      policyId: 'esc_0aB1cD2eF3gH4iJ5kL6mN7',
      policyName: 'Night shift',
      step: 1,
      round: 0,
      contacts: [{ id: 'con_0aB1cD2eF3gH4iJ5kL6mN7', name: 'Ana', channel: 'sms' }],
      nextAt: null,
    },
  },
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
  ofMaintenance('soon', 'Maintenance of a device is due soon', 480.25),
  ofMaintenance('due', 'Maintenance of a device is due', -12.5),
  {
    type: 'report.finished',
    summary: 'A report was written, failed or was cancelled',
    data: 'ReportFinishedData',
    example: {
      ...{ id: 'rpt_0aB1cD2eF3gH4iJ5kL6mN7', report: 'trips', format: 'xlsx', state: 'done' },
      ...{ from: '2026-11-09', to: '2026-11-15', rows: 214, bytes: 31_870, failure: null, requestedBy: user },
    },
  },
  {
    type: 'usage.day_closed',
    summary: 'The usage of an account below your reseller was closed for a day',
    data: 'UsageDayData',
    example: {
      ...{
        accountId: 'acc_2iVb7Qe0x1Jm5Zt8Kc3WnY',
        day: '2026-11-09',
        licensesPeak: 12,
        licensesGranted: 20,
      },
      ...{ emails: 31, sms: 4, apiUnits: 2_210, locations: 148_200 },
    },
  },
  {
    type: 'account.status_changed',
    summary: 'The status of the account was changed',
    data: 'AccountStatusData',
    example: { status: 'suspended', previousStatus: 'active', reason: 'trial_ended' },
  },
  {
    type: 'account.host_changed',
    summary: 'A host of the reseller was verified, is failing, or has lapsed',
    data: 'AccountHostData',
    example: { host: 'fleet.alpha.example', state: 'verified' },
  },
  ofSupport('requested', 'A support session was requested', null),
  ofSupport('started', 'A support session started', null),
  ofSupport('ended', 'A support session ended, or its request was refused', 'customer'),
  ofCap('cap_warned', 'A spending cap is used to 80 %', 160),
  ofCap('cap_reached', 'A spending cap suppresses alerts that are not critical', 180),
  ofCap('cap_exhausted', 'A spending cap is used up; critical alerts are suppressed too', 200),
  ofEmailSender('verified', 'The address for e-mails of the reseller is in use', null),
  ofEmailSender('withdrawn', 'The address for e-mails of the reseller is no longer in use', 'missing'),
]

/** Events of the whole account have no device. */
function hasDevice(type: string): boolean {
  return !['account.', 'report.', 'usage.'].some((kind) => type.startsWith(kind))
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
