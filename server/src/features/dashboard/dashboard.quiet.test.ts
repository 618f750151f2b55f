import { expect, onTestFinished, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import { openWorld } from '../../../test/world.ts'

test('the dashboard of 10,000 devices and 57 days takes less than a second', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const { accountId, token } = await world.make.account({ licenses: 10_000, timeZone: 'UTC' })
  await insertFleet(world.superuser, { accountId, active: 10_000 })
  const fill = (text: string) => world.superuser.query(text, [accountId])
  await fill(
    `insert into device_days (account_id, device_number, day, zone, opening, trips, stops, trip_seconds, stop_seconds,
       gap_seconds, cm, trip_cm, idle_seconds, idlings, engine_seconds, top_speed, locations, accuracy)
     select account_id, number, current_date - ago, 'UTC', repeat('x', 450), 8, 8, 20000, 60000, 6400,
       10000000 + number * 7 % 1000 * 1000, 10000000, 1800 + number % 100, 6, 22000, 900, 900, number % 5
     from generate_series(56, 0, -1) as ago cross join devices where account_id = $1`,
  )
  await fill(
    `insert into trip_states (account_id, device_number, processed_at, state, zone, open)
     select account_id, number, now(), repeat('x', 500), 'UTC', jsonb_build_object(
       'segment', jsonb_build_object('kind', case when number % 3 = 0 then 'trip' else 'stop' end, 'endedAtMs', null,
         'beganAtMs', floor(extract(epoch from now()) * 1000) - number * 3000,
         'from', '{"latitudeE7": 413900000, "longitudeE7": 21700000}'::jsonb,
         'to', '{"latitudeE7": 413900000, "longitudeE7": 21700000}'::jsonb,
         'began', '{"by": "moved", "decidedAtMs": 1781510400000, "metres": 200, "seconds": 60}'::jsonb, 'ended', null),
       'segmentDays', jsonb_build_array(jsonb_build_object('day', current_date, 'beganAtMs', 1781510400000, 'cm', 100000,
         'bridgedCm', 0, 'driftCm', 0, 'deviceCm', null, 'odometerBreaks', 0, 'idleSeconds', 60, 'idlings', 0,
         'engineSeconds', 600, 'topSpeedTenthKmh', 800, 'locations', 20)),
       'days', jsonb_build_array(jsonb_build_object('day', current_date, 'locations', 20, 'ahead', 0, 'coordinates', 0,
         'accuracy', 0, 'jump', 0)),
       'visits', '[]'::jsonb, 'untilMs', floor(extract(epoch from now()) * 1000))
     from devices where account_id = $1`,
  )
  await fill(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latest_at, latitude, longitude,
       speed, more)
     select account_id, number, now(), now(), now(), now(), 413900000, 21700000, number % 900, '{"ignition": true}'
     from devices where account_id = $1`,
  )
  await fill(
    `with made as (
       insert into groups (account_id, id, name, created_at, modified_at)
       select $1::int, 'grp_' || lpad('x' || n, 22, '0'), 'Group ' || n, now(), now() from generate_series(1, 50) as n
       returning id)
     insert into group_devices (account_id, group_id, device_number)
     select d.account_id, 'grp_' || lpad('x' || (d.number % 50 + 1), 22, '0'), d.number from devices d
     where d.account_id = $1 and exists (select from made)`,
  )
  const builtAtMs = performance.now()
  await fill(
    `select refresh_recent_days($1, array_agg(number), array_agg('-infinity'::date), current_date, 'UTC')
     from devices where account_id = $1`,
  )
  const buildMs = performance.now() - builtAtMs
  await world.superuser.query(
    'vacuum (analyze) devices, device_days, trip_states, newest_locations, recent_days, group_devices',
  )
  const times: number[] = []
  for (let call = 0; call < 5; call += 1) {
    const beganAtMs = performance.now()
    const { status, body } = await world.call('GET', '/api/fleet/dashboard', { token })
    times.push(performance.now() - beganAtMs)
    expect([status, body.dashboard.now.devices, body.dashboard.groupCount]).toEqual([200, 10_000, 50])
    expect(body.dashboard.use.usedDays).toBe(280_000)
  }
  expect(Math.max(...times)).toBeLessThan(1_000)
  // Once for each device and day, while trips are computed.
  expect(buildMs / 10_000).toBeLessThan(5)
})
