// Finds the home cell of a credential. Local accounts are found in this cell's own database without asking the
// directory. Directory lookups are cached briefly, so that requests follow a moved account within seconds.

import { LRUCache } from 'lru-cache'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { upTo } from '../../platform/lru.ts'
import type { Cell } from './cell.types.ts'
import * as directoryQueries from './directory.queries.ts'
import * as ownNames from './own-names.queries.ts'

const maxCached = 50_000
const foundTtlMs = 2_000
const missingTtlMs = 1_000
const cellsTtlMs = 5_000

/** This cell, another cell, or not in the directory. */
export type CellLookup = 'here' | 'nowhere' | Cell

export interface Locator {
  /** Looks in this cell first, then in the directory. Throws UnavailableError if the directory is unavailable. */
  locate(credential: Credential): Promise<CellLookup>
  /** Looks in this cell only. True while its database is unavailable, so that the request fails here. */
  isHere(credential: Credential): Promise<boolean>
  /** Looks in the directory only, for callers that have already looked in this cell. */
  askDirectory(credential: Credential): Promise<CellLookup>
}

/** Undefined in a single-cell installation. */
export function createLocator(ctx: Pick<Context, 'db' | 'cells'>): Locator | undefined {
  const { cells } = ctx
  if (!cells) return undefined
  const { directory, own } = cells
  const here = new LRUCache<string, boolean>({ ...upTo(maxCached), ttl: foundTtlMs })
  const lookups = new LRUCache<string, CellLookup>(upTo(maxCached))
  const pendingLookups = new Map<string, Promise<CellLookup>>()
  let known: { cells: Map<number, Cell>; at: number } = { cells: new Map(), at: Number.NEGATIVE_INFINITY }

  async function cellOf(number: number): Promise<Cell | undefined> {
    const isFresh = performance.now() - known.at < cellsTtlMs
    if (!isFresh || !known.cells.has(number)) {
      const listed = await directoryQueries.listCells(directory)
      known = { cells: new Map(listed.map((cell) => [cell.number, cell])), at: performance.now() }
    }
    return known.cells.get(number)
  }

  async function findInDirectory({ kind, name }: Credential): Promise<CellLookup> {
    const found =
      kind === 'account'
        ? await directoryQueries.findAccount(directory, name)
        : await directoryQueries.findName(directory, kind, name)
    if (!found) return 'nowhere'
    if (found.cell === own) return 'here'
    return (await cellOf(found.cell)) ?? 'nowhere'
  }

  const locator: Locator = {
    async isHere(credential) {
      const key = keyOf(credential)
      const cached = here.get(key)
      if (cached !== undefined) return cached
      try {
        const isHere = await ownNames.isHere(ctx.db.directory, credential)
        here.set(key, isHere, { ttl: isHere ? foundTtlMs : missingTtlMs })
        return isHere
      } catch (error) {
        if (isUnavailable(error)) return true
        throw error
      }
    },
    async locate(credential) {
      return (await locator.isHere(credential)) ? 'here' : locator.askDirectory(credential)
    },
    async askDirectory(credential) {
      const key = keyOf(credential)
      const cached = lookups.get(key)
      if (cached) return cached
      let answer = pendingLookups.get(key)
      if (!answer) {
        answer = findInDirectory(credential).finally(() => pendingLookups.delete(key))
        pendingLookups.set(key, answer)
      }
      const found = await answer
      lookups.set(key, found, { ttl: found === 'nowhere' ? missingTtlMs : foundTtlMs })
      return found
    },
  }
  return locator
}

function keyOf({ kind, name }: Credential): string {
  return `${kind} ${name}`
}
