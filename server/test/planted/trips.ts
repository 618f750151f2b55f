import type { Ward } from '../ward.ts'
import type { PlantedFault } from './plant.ts'

/** A device with locations of two days ago, of yesterday and of an hour ago. Without triggers: no event is to be published. */
async function plantDevice(ward: Ward, name: string, number: number): Promise<void> {
  await ward.rastro('account', 'create', '--name', name, '--email', `${name}@example.com`)
  const ofAccount = `FROM accounts WHERE name = '${name}'`
  await ward.sql(
    'SET session_replication_role = replica',
    `INSERT INTO devices (account_id, number, id, name, created_at, modified_at)
     SELECT account_id, ${number}, ${deviceId(number)}, 'Truck', now(), now() ${ofAccount}`,
    `INSERT INTO locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
     SELECT at, at, ${number}, account_id, 413900000, 21700000, 1, 2
     FROM unnest(ARRAY[now() - interval '2 days', now() - interval '1 day', now() - interval '1 hour']) AS at,
       (SELECT account_id ${ofAccount}) AS planted`,
    `INSERT INTO newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude, latest_at)
     SELECT account_id, ${number}, now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour',
       413900000, 21700000, now() - interval '1 hour' ${ofAccount}`,
  )
}

const deviceId = (number: number) => `'dev_' || lpad('${number}', 22, '0')`
const yesterday = `to_char((now() - interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

export const ofTrips: PlantedFault[] = [
  {
    name: 'no running trip processor',
    id: 'work.trips',
    plant: (ward) => plantDevice(ward, 'Rally', 90_001),
  },
  {
    name: 'a stored day that differs from its locations',
    id: 'work.trip-check',
    async plant(ward) {
      await plantDevice(ward, 'Convoy', 90_002)
      await ward.sql(`
        INSERT INTO trip_checks (day, started_at, finished_at, device_days, differing, differences)
        SELECT now()::date, now(), now(), 200, 1, jsonb_build_array(jsonb_build_object('accountId', account_id,
          'account', public_id, 'deviceNumber', 90002, 'device', ${deviceId(90_002)}, 'day', ${yesterday},
          'what', 'the sums of the day')) FROM accounts WHERE name = 'Convoy'
        ON CONFLICT (day) DO UPDATE SET finished_at = now(), device_days = 200, differing = 1,
          differences = excluded.differences`)
    },
  },
  {
    name: 'months without a partition of trips',
    id: 'schema.trip-partitions',
    plant: (ward) =>
      ward.sql(
        `DO $$ BEGIN EXECUTE format('DROP TABLE %I', 'segments_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')); END $$`,
      ),
  },
  {
    name: 'trips in the default partition',
    id: 'schema.trip-default-partition',
    plant: (ward) =>
      ward.sql(
        `DO $$ BEGIN EXECUTE format('DROP TABLE %I', 'device_days_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY')); END $$`,
        `INSERT INTO device_days (account_id, device_number, day, zone) VALUES (1, 1, (now() AT TIME ZONE 'UTC')::date, 'UTC')`,
      ),
  },
  {
    name: 'no running reporter',
    id: 'work.reports',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Archive', '--email', 'archive@example.com')
      await ward.sql(`
        INSERT INTO report_runs (account_id, id, request, permissions, requested_by, requested_at)
        SELECT account_id, 'rpt_' || lpad('1', 22, '0'), '{}', '{}', 'operator', now() - interval '1 hour'
        FROM accounts WHERE name = 'Archive'`)
    },
  },
  {
    name: 'a scheduled report that nobody sends',
    id: 'work.report-schedules',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Weekly', '--email', 'weekly@example.com')
      await ward.sql(`
        INSERT INTO report_schedules (account_id, id, name, request, formats, rhythm, time_of_day, period, sends_empty,
          enabled, next_on, next_due_at, created_at, modified_at)
        SELECT account_id, 'rsc_' || lpad('1', 22, '0'), 'Fleet', '{}', '{pdf}', '{"every": "daily"}', '07:00', 'yesterday',
          false, true, now()::date, now() - interval '1 hour', now(), now()
        FROM accounts WHERE name = 'Weekly'`)
    },
  },
]
