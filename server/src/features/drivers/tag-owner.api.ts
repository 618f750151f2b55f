import type { Tx } from '../../platform/context.ts'
import { findOwners } from './driver-tag.queries.ts'

/** The drivers whom tags mean at an instant, by their identifiers and in the order given. */
export async function findTagOwners(
  { db }: Pick<Tx, 'db'>,
  wanted: { tag: string; at: Date }[],
): Promise<(string | null)[]> {
  return wanted.length === 0 ? [] : findOwners(db, wanted)
}
