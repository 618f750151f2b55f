import type { ExportedKind } from './fields.ts'
import { deviceId, from, idOf, number, text, time } from './fields.ts'

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
    name: 'maintenancePlans',
    table: 'maintenance_plans',
    api: 'MaintenancePlan',
    about: 'Plans of maintenance.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      everyKm: number('every_km'),
      everyHours: number('every_hours'),
      everyDays: number('every_days'),
      warnKm: number('warn_km'),
      warnHours: number('warn_hours'),
      warnDays: number('warn_days'),
      appliesTo: text('applies_to'),
      groups: from(
        ['maintenance_targets.group_id'],
        'array',
        `array(select x.group_id from maintenance_targets x
          where x.account_id = t.account_id and x.plan_number = t.number and x.group_id is not null order by 1)`,
      ),
      devices: from(
        ['maintenance_targets.device_number'],
        'array',
        `array(select d.id from maintenance_targets x
          join devices d on d.account_id = x.account_id and d.number = x.device_number
          where x.account_id = t.account_id and x.plan_number = t.number order by d.number)`,
      ),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'maintenanceWork',
    table: 'maintenance_work',
    about:
      'Maintenance that was done: `odometer` in centimetres, `engineHours` in seconds, as they were then.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      deviceId: deviceId(),
      planId: idOf('maintenance_plans', 'plan_number'),
      doneAt: time('done_at'),
      odometer: number('odometer_cm'),
      engineHours: number('engine_seconds'),
      costMinor: number('cost_minor'),
      currency: text('currency'),
      note: text('note'),
      createdAt: time('created_at'),
      createdBy: text('created_by'),
    },
  },
  {
    name: 'maintenanceStarts',
    table: 'maintenance_starts',
    about: 'Where devices without work count from.',
    key: { plan_number: 'int', device_number: 'int' },
    fields: {
      planId: idOf('maintenance_plans', 'plan_number'),
      deviceId: deviceId(),
      beganAt: time('began_at'),
    },
  },
  {
    name: 'maintenanceAlerts',
    table: 'maintenance_alerts',
    about: 'What was soon or due, once per cycle of a device and plan.',
    key: { plan_number: 'int', device_number: 'int', cycle_began_at: 'timestamptz', level: 'text' },
    fields: {
      planId: idOf('maintenance_plans', 'plan_number'),
      deviceId: deviceId(),
      cycleBeganAt: time('cycle_began_at'),
      level: text('level'),
      raisedAt: time('raised_at'),
    },
  },
]
