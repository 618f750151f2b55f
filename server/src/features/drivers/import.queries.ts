// Many drivers and tags at once.

import type { AccountDb } from '../../platform/db/db.ts'
import type { DriverDocument } from './driver.types.ts'

/** The numbers by identifier. */
export async function insertDrivers(
  db: AccountDb,
  drivers: (Required<DriverDocument> & { id: string })[],
  now: Date,
): Promise<Map<string, number>> {
  const column = <K extends 'id' | keyof DriverDocument>(name: K) => drivers.map((one) => one[name])
  const rows = await db<{ id: string; number: number }>`
    insert into drivers (account_id, id, name, phone, email, license_number, note, created_at, modified_at)
    select ${db.accountId}, id, name, phone, email, license_number, note, ${now}, ${now}
    from unnest(${column('id')}::text[], ${column('name')}::text[], ${column('phone')}::text[],
      ${column('email')}::text[], ${column('licenseNumber')}::text[], ${column('note')}::text[])
      with ordinality as given (id, name, phone, email, license_number, note, place)
    order by place
    returning id, number`
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** For all times in which no deleted driver has them. */
export async function insertTags(
  db: AccountDb,
  tags: { id: string; driverNumber: number; tag: string }[],
  now: Date,
): Promise<void> {
  await db`
    insert into driver_tags (account_id, id, driver_number, tag, counts_from, counts_until, created_at)
    select ${db.accountId}, id, driver_number, tag, coalesce((
        select max(t.counts_until) from driver_tags t
        join drivers p on p.account_id = t.account_id and p.number = t.driver_number
        where t.account_id = ${db.accountId} and t.tag = given.tag and p.deleted_at is not null), '-infinity'),
      'infinity', ${now}
    from unnest(${tags.map((one) => one.id)}::text[], ${tags.map((one) => one.driverNumber)}::int[],
      ${tags.map((one) => one.tag)}::text[]) as given (id, driver_number, tag)`
}
