// Geofences whose shapes count since an earlier time, and visits as they are stored.

import type { MadeAccount } from '../make.ts'
import type { World } from '../world.ts'

export async function geofenceSince(
  world: World,
  account: MadeAccount,
  since: Date,
  fields: object,
): Promise<{ id: string }> {
  const { id } = await world.make.geofence(account, fields)
  await world.superuser.query('update geofence_shapes set counts_from = $1 where geofence_id = $2', [
    since,
    id,
  ])
  await world.superuser.query('update accounts set areas_version = areas_version + 1 where account_id = $1', [
    account.accountId,
  ])
  return { id }
}

/** A visit of the last hour, of a device that is still inside. */
export async function makeVisit(
  { superuser }: World,
  accountId: number,
  deviceId: string,
  geofenceId: string,
): Promise<void> {
  await superuser.query(
    `insert into visits (account_id, device_number, entered_at, geofence_number, geofence_id, kind, cm, idle_seconds)
     select $1::int, d.number, now() - interval '1 hour', f.number, f.id, 'stayed', 0, 0
     from devices d, geofences f where d.account_id = $1::int and d.id = $2 and f.account_id = $1::int and f.id = $3`,
    [accountId, deviceId, geofenceId],
  )
}
