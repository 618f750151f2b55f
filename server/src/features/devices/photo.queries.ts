import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { PhotoType } from './photo-type.ts'

export interface Photo {
  type: PhotoType
  bytes: Buffer
}

export async function findPhoto(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
): Promise<Photo | undefined> {
  const [row] = await db<Photo>`
    select p.type, p.bytes
    from devices d join device_photos p on p.account_id = d.account_id and p.device_number = d.number
    where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row
}

export async function keepPhoto(db: AccountDb, number: number, photo: Photo, now: Date): Promise<void> {
  await db`
    insert into device_photos (account_id, device_number, type, bytes, updated_at)
    values (${db.accountId}, ${number}, ${photo.type}, ${photo.bytes}, ${now})
    on conflict (account_id, device_number) do update
      set type = excluded.type, bytes = excluded.bytes, updated_at = excluded.updated_at`
}

/** Returns whether there was one. */
export async function deletePhoto(db: AccountDb, number: number): Promise<boolean> {
  const deleted = await db`
    delete from device_photos where account_id = ${db.accountId} and device_number = ${number} returning true`
  return deleted.length > 0
}

/** A new photo is a change of the device: it has a new version, and an event. */
export async function countChange(db: AccountDb, number: number, now: Date): Promise<void> {
  await db`
    update devices set version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}
