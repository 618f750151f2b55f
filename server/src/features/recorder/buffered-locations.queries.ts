// Locations of accounts that are being moved to another cell.

import type { Db } from '../../platform/db/db.ts'

/**
 * In the recorder's scope. A batch that is buffered already gets a new number. So if the forwarder has just appended
 * it to the log that redelivered it, it does not delete the new entry.
 */
export async function bufferLocations(db: Db, accountId: number, payload: Buffer): Promise<void> {
  await db`
    insert into buffered_locations (account_id, payload) values (${accountId}, ${payload})
    on conflict (account_id, digest) do update set number = default`
}

export interface BufferedBatch {
  number: number
  accountId: number
  payload: Buffer
  /** The account's home cell; null if it is this one. */
  cell: number | null
}

/** Oldest first, of accounts whose move has ended: their home is this cell, or they are gone. */
export function listBuffered(directory: Db, limit: number): Promise<BufferedBatch[]> {
  return directory<BufferedBatch>`
    select b.number, b.account_id, b.payload, m.cell
    from buffered_locations b left join moves m on m.account_id = b.account_id
    where m.account_id is null or m.state = 'gone'
    order by b.number limit ${limit}`
}

export async function deleteBuffered(directory: Db, numbers: number[]): Promise<void> {
  await directory`delete from buffered_locations where number = any(${numbers}::bigint[])`
}
