import type { Db } from '../../platform/db/db.ts'

/** In the order of the accounts, so that recorders do not block each other. Accounts that are being moved are left out. */
export async function addLocations(db: Db, counts: ReadonlyMap<number, number>, now: Date): Promise<void> {
  await db`
    insert into location_days as l (account_id, day, stored)
    select a.account_id, (${now}::timestamptz at time zone a.time_zone)::date, given.stored
    from unnest(${[...counts.keys()]}::int[], ${[...counts.values()]}::bigint[]) as given (account_id, stored)
    join accounts a on a.account_id = given.account_id
    where a.account_id <> all (array(select m.account_id from moves m))
    order by a.account_id
    on conflict (account_id, day) do update set stored = l.stored + excluded.stored`
}
