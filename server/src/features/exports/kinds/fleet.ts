import type { ExportedKind } from './fields.ts'
import { deviceId, from, idOf, number, text, time } from './fields.ts'

const begin = from(
  ['counts_from'],
  'date-time',
  `case when t.counts_from > '-infinity' then iso_time(t.counts_from) end`,
)
const end = from(
  ['counts_until'],
  'date-time',
  `case when t.counts_until < 'infinity' then iso_time(t.counts_until) end`,
)

export const fleetKinds: ExportedKind[] = [
  {
    name: 'meterReadings',
    table: 'meter_readings',
    about: 'Readings of odometers (`value` in centimetres) and of hour meters (`value` in seconds).',
    key: { number: 'bigint' },
    fields: {
      deviceId: deviceId(),
      meter: text('meter'),
      dateTime: time('at'),
      value: number('value'),
      note: text('note'),
      setBy: text('created_by'),
      createdAt: time('created_at'),
      day: from(['day'], 'string', 't.day'),
      timeZone: text('zone'),
      countedBefore: number('base'),
      computed: number('computed'),
      factor: number('factor'),
    },
  },
  {
    name: 'trackMarks',
    table: 'track_marks',
    api: 'TrackMark',
    about: 'Marks that cut or join trips.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      deviceId: deviceId(),
      dateTime: time('at'),
      type: text('kind'),
      createdAt: time('created_at'),
      createdBy: text('created_by'),
    },
  },
  {
    name: 'drivers',
    table: 'drivers',
    about: 'Drivers.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      phone: text('phone'),
      email: text('email'),
      licenseNumber: text('license_number'),
      note: text('note'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'driverTags',
    table: 'driver_tags',
    about: 'Which driver a tag means. Without `from` always, without `to` without end.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      driverId: idOf('drivers', 'driver_number'),
      tag: text('tag'),
      from: begin,
      to: end,
      createdAt: time('created_at'),
    },
  },
  {
    name: 'driverAssignments',
    table: 'driver_assignments',
    about: 'Who was assigned to a device. Without `to` without end.',
    key: { number: 'bigint' },
    fields: {
      deviceId: deviceId(),
      driverId: idOf('drivers', 'driver_number'),
      from: begin,
      to: end,
      createdAt: time('created_at'),
      createdBy: text('created_by'),
    },
  },
  {
    name: 'driverSessions',
    table: 'driver_sessions',
    about: 'When which tag drove a device. Without `end` it has not ended.',
    key: { device_number: 'int', began_at: 'timestamptz' },
    fields: {
      deviceId: deviceId(),
      tag: text('tag'),
      start: time('began_at'),
      end: time('ended_at'),
      version: from([], 'number', 't.version'),
    },
  },
  {
    name: 'tripChanges',
    table: 'trip_annotations',
    about:
      'Purposes, notes and drivers that users have set. Each belongs to the trip that covers `dateTime`; the last one counts.',
    key: { number: 'bigint' },
    fields: {
      deviceId: deviceId(),
      dateTime: time('at'),
      purpose: text('purpose'),
      driverId: idOf('drivers', 'driver_number'),
      note: text('note'),
      changedAt: time('created_at'),
      changedBy: text('created_by'),
    },
  },
]
