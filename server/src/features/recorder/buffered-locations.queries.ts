// Locations of accounts that are on their way to another cell.

import type { Db } from '../../platform/db/db.ts'

/**
 * In the recorder's scope. What is held already is held once, but under a new number: who was about to delete it, because
 * he told it to the log from which it just came again, does not find it.
 */
export async function holdLocations(db: Db, accountId: number, payload: Buffer): Promise<void> {
  await db`
    insert into buffered_locations (account_id, payload) values (${accountId}, ${payload})
    on conflict (account_id, digest) do update set number = default`
}

export interface HeldBatch {
  number: number
  accountId: number
  payload: Buffer
  /** Where the account lives; null where it is at home here. */
  cell: number | null
}

/** Oldest first, of accounts that have somebody to tell: those that are at home here, or that are gone. */
export function listHeld(directory: Db, limit: number): Promise<HeldBatch[]> {
  return directory<HeldBatch>`
    select h.number, h.account_id, h.payload, m.cell
    from buffered_locations h left join moves m on m.account_id = h.account_id
    where m.account_id is null or m.state = 'gone'
    order by h.number limit ${limit}`
}

export async function deleteHeld(directory: Db, numbers: number[]): Promise<void> {
  await directory`delete from buffered_locations where number = any(${numbers}::bigint[])`
}
