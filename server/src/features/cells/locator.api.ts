// In which cell somebody lives who comes here. Who lives here is found in this cell's own database and never asked for
// elsewhere. What the directory says is remembered briefly, so that an account that moved is followed within seconds.

import { LRUCache } from 'lru-cache'
import type { Comer } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import type { Cell } from './cell.types.ts'
import * as directoryQueries from './directory.queries.ts'
import * as ownNames from './own-names.queries.ts'

const maxRemembered = 50_000
const knownForMs = 2_000
const strangeForMs = 1_000
const cellsKnownForMs = 5_000

/** Here, in another cell, or nobody knows. */
export type Whereabouts = 'here' | 'nowhere' | Cell

export interface Locator {
  /** Where nobody lives here, the directory is asked; where it is away, an UnavailableError. */
  locate(comer: Comer): Promise<Whereabouts>
  /** Only whether he lives here. True while the cell's own database is away: then it is for others to say. */
  isHere(comer: Comer): Promise<boolean>
  /** The directory's word alone, for who has looked here himself. */
  ask(comer: Comer): Promise<Whereabouts>
}

/** Undefined where this cell is the only one: then everybody lives here, or nowhere. */
export function createLocator(ctx: Pick<Context, 'db' | 'cells'>): Locator | undefined {
  const { cells } = ctx
  if (!cells) return undefined
  const { directory, own } = cells
  const here = new LRUCache<string, boolean>({ max: maxRemembered, ttl: knownForMs })
  const answers = new LRUCache<string, Whereabouts>({ max: maxRemembered })
  const asking = new Map<string, Promise<Whereabouts>>()
  let known: { cells: Map<number, Cell>; at: number } = { cells: new Map(), at: Number.NEGATIVE_INFINITY }

  async function cellOf(number: number): Promise<Cell | undefined> {
    const isFresh = performance.now() - known.at < cellsKnownForMs
    if (!isFresh || !known.cells.has(number)) {
      const listed = await directoryQueries.listCells(directory)
      known = { cells: new Map(listed.map((cell) => [cell.number, cell])), at: performance.now() }
    }
    return known.cells.get(number)
  }

  async function askDirectory({ kind, name }: Comer): Promise<Whereabouts> {
    const found =
      kind === 'account'
        ? await directoryQueries.findAccount(directory, name)
        : await directoryQueries.findName(directory, kind, name)
    if (!found) return 'nowhere'
    if (found.cell === own) return 'here'
    return (await cellOf(found.cell)) ?? 'nowhere'
  }

  const locator: Locator = {
    async isHere(comer) {
      const key = keyOf(comer)
      const remembered = here.get(key)
      if (remembered !== undefined) return remembered
      try {
        const isHere = await ownNames.isHere(ctx.db.directory, comer)
        here.set(key, isHere, { ttl: isHere ? knownForMs : strangeForMs })
        return isHere
      } catch (error) {
        if (isUnavailable(error)) return true
        throw error
      }
    },
    async locate(comer) {
      return (await locator.isHere(comer)) ? 'here' : locator.ask(comer)
    },
    async ask(comer) {
      const key = keyOf(comer)
      const remembered = answers.get(key)
      if (remembered) return remembered
      let answer = asking.get(key)
      if (!answer) {
        answer = askDirectory(comer).finally(() => asking.delete(key))
        asking.set(key, answer)
      }
      const found = await answer
      answers.set(key, found, { ttl: found === 'nowhere' ? strangeForMs : knownForMs })
      return found
    },
  }
  return locator
}

function keyOf({ kind, name }: Comer): string {
  return `${kind} ${name}`
}
