// Inserts many devices directly into the database.

import type pg from 'pg'

export interface FleetCounts {
  accountId: number
  active?: number
  /** Since 2020. */
  expired?: number
}

/** Returns their identifiers by creation, the active ones first. */
export async function insertFleet(
  superuser: pg.Client,
  { accountId, active = 0, expired = 0 }: FleetCounts,
): Promise<string[]> {
  const { rows } = await superuser.query(
    `insert into devices (account_id, id, name, expires, expiration_date, expires_at, created_at, modified_at)
     select $1::int, 'dev_' || lpad($1::int || 'x' || n, 22, '0'), 'Boat ' || n, n > $2::int,
       case when n > $2::int then date '2020-01-01' end, case when n > $2::int then timestamptz '2020-01-01Z' end,
       now(), now()
     from generate_series(1, $2::int + $3::int) n
     returning id`,
    [accountId, active, expired],
  )
  return rows.map(({ id }) => id)
}

/** Gives each device a location at this time. */
export async function setLastSeen(
  superuser: pg.Client,
  { accountId }: { accountId: number },
  deviceIds: string[],
  at: Date,
): Promise<void> {
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select $1, number, $3, $3, $3, 410000000, 20000000 from devices where account_id = $1 and id = any($2)
     on conflict (account_id, device_number) do update set seen_at = excluded.seen_at`,
    [accountId, deviceIds, at],
  )
}
