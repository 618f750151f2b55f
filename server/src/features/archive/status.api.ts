// What operators see of the archive, and the one thing that they decide.

import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import * as queries from './archive.queries.ts'
import * as failures from './failures.queries.ts'

export type { ArchiveFailure } from './failures.queries.ts'

const maxFailures = 1_000

/** Oldest first. Weeks that had no locations are left out. */
export async function listArchivedWeeks({ db }: Pick<Context, 'db'>) {
  const weeks = await queries.listWeeks(db.recorder)
  return weeks.filter(({ locations, droppedAt }) => locations !== 0 || droppedAt === null)
}

export function findArchiveState({ db }: Pick<Context, 'db'>) {
  return queries.findState(db.recorder)
}

/** What failed and is tried again, the oldest first. */
export function listArchiveFailures({ db }: Pick<Context, 'db'>) {
  return failures.listFailures(db.recorder, maxFailures)
}

/** Of a lost object: reads no longer look for its locations, and erasures do not wait for it. */
export async function forgetArchivedObject(
  { db, now, log }: Pick<Context, 'db' | 'now' | 'log'>,
  key: string,
) {
  const locations = await queries.forgetObject(db.recorder, key, now())
  if (locations === undefined)
    throw new NotFoundError('archive.no_such_object', `The archive has no object "${key}".`)
  await failures.endFailure(db.recorder, 'rewrite', key)
  log.warn({ key, locations }, 'an object of the archive was forgotten')
  return { key, locations }
}
