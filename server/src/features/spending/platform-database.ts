import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'

/** The platform's tables: in the directory that cells share, otherwise in the own database. */
export function platformOf({ db, cells }: Pick<Context, 'db' | 'cells'>): Db {
  return cells?.directory ?? db.directory
}
