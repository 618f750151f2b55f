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

interface PlantedSensor {
  number: number
  /** For so long. */
  waits: string
  /** Until so long from now. */
  postponed: string
}

async function plantSensor(
  ward: Ward,
  name: string,
  { number, waits, postponed }: PlantedSensor,
): Promise<void> {
  await ward.rastro('account', 'create', '--name', name, '--email', `${name}@example.com`)
  const ofAccount = `FROM accounts WHERE name = '${name}'`
  await ward.sql(
    'SET session_replication_role = replica',
    `INSERT INTO devices (account_id, number, id, name, created_at, modified_at)
     SELECT account_id, ${number}, ${deviceId(number)}, 'Truck', now(), now() ${ofAccount}`,
    `INSERT INTO fuel_sensors (account_id, id, device_number, name, source, tank_ml, min_fill_ml, min_drain_ml,
       idle_ml_per_hour, created_at, modified_at)
     SELECT account_id, 'fse_' || lpad('${number}', 22, '0'), ${number}, 'Tank', 'fuel', 100000, 5000, 5000, 2000, now(), now()
     ${ofAccount}`,
    `INSERT INTO fuel_states (account_id, sensor_number, device_number, counts_from, changed_from, changed_until,
       waiting_since, not_before)
     SELECT account_id, number, device_number, now() - interval '1 day', now() - interval '1 day', now(),
       now() - interval '${waits}', now() + interval '${postponed}'
     FROM fuel_sensors WHERE account_id = (SELECT account_id ${ofAccount})`,
  )
}

async function plantCheck(ward: Ward, name: string, times: string): Promise<void> {
  await ward.rastro('account', 'create', '--name', name, '--email', `${name}@example.com`)
  await ward.sql(
    `INSERT INTO maintenance_checks (account_id, next_at, failed_at) SELECT account_id, ${times} FROM accounts WHERE name = '${name}'`,
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
    name: 'readings of a fuel sensor that nobody processes',
    id: 'work.fuel',
    plant: (ward) => plantSensor(ward, 'Tanker', { number: 90_003, waits: '2 hours', postponed: '-1 hour' }),
  },
  {
    name: 'a fuel sensor that fails',
    id: 'work.fuel',
    plant: (ward) =>
      plantSensor(ward, 'Barrel', { number: 90_004, waits: '5 minutes', postponed: '15 seconds' }),
  },
  {
    name: 'maintenance that nobody evaluates',
    id: 'work.maintenance',
    plant: (ward) => plantCheck(ward, 'Garage', `now() - interval '2 hours', NULL`),
  },
  {
    name: 'maintenance that fails',
    id: 'work.maintenance',
    plant: (ward) =>
      plantCheck(ward, 'Workshop', `now() + interval '15 seconds', now() - interval '45 seconds'`),
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
