import type { AccountDb } from '../../platform/db/db.ts'
import { encodeState, newState } from './detection/state.ts'

export async function holdDevices(db: AccountDb, { now, until }: { now: Date; until: Date }): Promise<void> {
  await db`
    insert into trip_states (account_id, device_number, processed_at, state, not_before)
    select account_id, number, ${now}, ${encodeState(newState())}, ${until} from devices
    where account_id = ${db.accountId} order by number
    on conflict do nothing`
}

export interface ReleasedDevice {
  identifier: string
  deviceNumber: number
  deviceId: string
}

export function releaseDevices(db: AccountDb, identifiers: string[]): Promise<ReleasedDevice[]> {
  return db<ReleasedDevice>`
    update trip_states s set not_before = '-infinity' from devices d
    where s.account_id = ${db.accountId} and d.account_id = s.account_id and d.number = s.device_number
      and d.identifier = any(${identifiers}::text[])
    returning d.identifier, d.number as device_number, d.id as device_id`
}
