import type { Context } from '../../platform/context.ts'
import * as queries from './archive.queries.ts'

/** Oldest first. Weeks that had no locations are left out. */
export async function listArchivedWeeks({ db }: Pick<Context, 'db'>) {
  const weeks = await queries.listWeeks(db.recorder)
  return weeks.filter(({ locations, droppedAt }) => locations !== 0 || droppedAt === null)
}

export function findArchiveState({ db }: Pick<Context, 'db'>) {
  return queries.findState(db.recorder)
}
