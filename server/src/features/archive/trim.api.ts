import type { AccountDb } from '../../platform/db/db.ts'
import { deletePartsBefore } from './archive.queries.ts'

/** From now on no read has whole weeks of the account that are older. Their objects are written again within the hour. */
export function trimArchived(db: AccountDb, before: Date): Promise<number> {
  return deletePartsBefore(db, before)
}
