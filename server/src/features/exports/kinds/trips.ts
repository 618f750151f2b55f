import type { ExportedKind, Field } from './fields.ts'
import { deviceId, from, number, object, text, time } from './fields.ts'

/** Stored in centimetres, in metres as in the API. */
const metres = (column: string): Field => from([column], 'number', `t.${column} / 100::float8`)
/** Stored in tenths of km/h, in m/s as in the API. */
const metresPerSecond = (column: string): Field => from([column], 'number', `round(t.${column} / 36.0, 2)`)
const day = from(['day'], 'string', 't.day')

const sums: Record<string, Field> = {
  distance: metres('cm'),
  bridgedDistance: metres('bridged_cm'),
  driftDistance: metres('drift_cm'),
  deviceDistance: metres('device_cm'),
  odometerBreaks: number('odometer_breaks'),
  idleSeconds: number('idle_seconds'),
  idlings: number('idlings'),
  engineSeconds: number('engine_seconds'),
  maxSpeed: metresPerSecond('top_speed'),
  locations: number('locations'),
}

export const tripKinds: ExportedKind[] = [
  {
    name: 'trips',
    table: 'segments',
    about: 'Trips, stops and gaps. The last one of a device has no end, and no sums yet.',
    key: { began_at: 'timestamptz', device_number: 'int' },
    located: 'ends',
    fields: {
      id: from(['id', 'kind'], 'string', 'public_segment_id(t.kind, t.id)'),
      deviceId: deviceId(),
      kind: from([], 'string', 't.kind'),
      start: from(
        ['began_at', 'from_latitude', 'from_longitude'],
        'object',
        `json_build_object('dateTime', iso_time(t.began_at), 'latitude', t.from_latitude / 1e7::float8,
          'longitude', t.from_longitude / 1e7::float8)`,
      ),
      end: from(
        ['ended_at', 'to_latitude', 'to_longitude'],
        'object',
        `case when t.ended_at is not null then json_build_object('dateTime', iso_time(t.ended_at),
          'latitude', t.to_latitude / 1e7::float8, 'longitude', t.to_longitude / 1e7::float8) end`,
      ),
      day,
      ...sums,
      began: from(['began'], 'object', 'segment_reason(t.began)'),
      ended: from(['ended'], 'object', 'segment_reason(t.ended)'),
      version: from([], 'number', 't.version'),
      corrections: number('corrections'),
      algorithm: number('algorithm'),
    },
  },
  {
    name: 'tripDays',
    table: 'segment_days',
    about: 'What a trip, stop or gap of several days adds to each of them. `startedAt` identifies it.',
    key: { device_number: 'int', began_at: 'timestamptz', day: 'date' },
    fields: {
      deviceId: deviceId(),
      startedAt: time('began_at'),
      day,
      type: text('kind'),
      ...sums,
    },
  },
  {
    name: 'days',
    table: 'device_days',
    about: 'The sums of each day of a device, in the time zone of the account.',
    key: { device_number: 'int', day: 'date' },
    fields: {
      deviceId: deviceId(),
      day,
      timeZone: text('zone'),
      trips: number('trips'),
      stops: number('stops'),
      distance: metres('cm'),
      tripDistance: metres('trip_cm'),
      bridgedDistance: metres('bridged_cm'),
      deviceDistance: metres('device_cm'),
      odometerBreaks: number('odometer_breaks'),
      tripSeconds: number('trip_seconds'),
      stopSeconds: number('stop_seconds'),
      gapSeconds: number('gap_seconds'),
      idleSeconds: number('idle_seconds'),
      idlings: number('idlings'),
      engineSeconds: number('engine_seconds'),
      maxSpeed: metresPerSecond('top_speed'),
      firstStartAt: time('first_start_at'),
      lastEndAt: time('last_end_at'),
      locations: number('locations'),
      unusable: from(
        ['ahead', 'coordinates', 'accuracy', 'jump'],
        'object',
        `json_build_object('ahead', t.ahead, 'coordinates', t.coordinates, 'accuracy', t.accuracy, 'jump', t.jump)`,
      ),
    },
  },
  {
    name: 'tripCorrections',
    table: 'segment_corrections',
    about: 'What changed after a trip, stop or gap had ended. Without `after` it was withdrawn.',
    key: { number: 'bigint' },
    fields: {
      tripId: from(['segment_id'], 'string', 'public_segment_id(t.kind, t.segment_id)'),
      type: text('kind'),
      deviceId: deviceId(),
      correctedAt: time('at'),
      cause: text('cause'),
      version: from([], 'number', 't.version'),
      before: object('before'),
      after: object('after'),
    },
  },
  {
    name: 'visits',
    table: 'visits',
    api: 'Visit',
    about: 'Visits of geofences. Those that have not ended have no distance yet.',
    key: { device_number: 'int', entered_at: 'timestamptz', geofence_number: 'int' },
    fields: {
      geofenceId: text('geofence_id'),
      deviceId: deviceId(),
      enteredAt: time('entered_at'),
      leftAt: time('left_at'),
      type: text('kind'),
      duration: from(
        [],
        'number',
        'floor(extract(epoch from coalesce(t.left_at, t.entered_at))) - floor(extract(epoch from t.entered_at))',
      ),
      distance: metres('cm'),
      idleSeconds: number('idle_seconds'),
      version: from([], 'number', 't.version'),
    },
  },
  {
    name: 'geofenceShapes',
    table: 'geofence_shapes',
    about: 'The shapes that geofences have had, and when each counted. Without `until` it still counts.',
    key: { number: 'bigint' },
    fields: {
      geofenceId: text('geofence_id'),
      from: time('counts_from'),
      until: from(
        ['counts_until'],
        'date-time',
        `case when t.counts_until < 'infinity' then iso_time(t.counts_until) end`,
      ),
      type: text('kind'),
      geometry: object('geometry'),
      radius: number('radius_m'),
    },
  },
  {
    name: 'tripSettings',
    table: 'trip_settings',
    about: 'Settings of the detection of trips: of the account, a group or a device.',
    key: { subject: 'text' },
    fields: {
      subject: text('subject'),
      profile: text('profile'),
      settings: object('settings'),
      modifiedAt: time('modified_at'),
    },
  },
]
