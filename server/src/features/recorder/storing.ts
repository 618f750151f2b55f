// Stores locations of known devices, judging them in the same transaction where their account has rules.

import { forgetMoving } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import type { Judge, Stored } from '../alerts/judge.api.ts'
import type { Telling } from './publishing.ts'
import type { StorableRow } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'
import type { RowTraces } from './row-traces.ts'

export type Storing = Pick<Context, 'log'> &
  Telling & {
    /** Absent where nothing is to be judged: dead letters are old. */
    judging?: { judge: Judge; partition: number }
  }

export async function storeTraced(
  ctx: Storing,
  rows: StorableRow[],
  traces: RowTraces | undefined,
): Promise<number[]> {
  if (!traces) return storeAndJudge(ctx, rows)
  try {
    const places = await storeAndJudge(ctx, rows, traces)
    traces.end()
    return places
  } catch (error) {
    traces.end(error)
    throw error
  }
}

/** Returns the places (from 1) of the rows that were new. Where no account has rules, one statement does it. */
async function storeAndJudge(ctx: Storing, rows: StorableRow[], traces?: RowTraces): Promise<number[]> {
  const { judge, partition } = ctx.judging ?? {}
  const books = await judge?.booksOf(rows.map(({ device }) => device.accountId))
  const store = (db: Db) =>
    traces ? traces.step('store', () => queries.storeLocations(db, rows)) : queries.storeLocations(db, rows)
  if (!judge || !books || books.size === 0) return store(ctx.db.recorder)
  const { places, keep } = await ctx.db.begin('recorder', async (db) => {
    await judge.begin(db, partition!)
    const places = await store(db)
    const stored = places.map((place) => toStored(rows[place - 1]!))
    const judging = () => judge.judge(db, partition!, books, stored, traces?.of)
    return { places, keep: await (traces ? traces.step('judge', judging) : judging()) }
  })
  keep()
  return places
}

function toStored({ row, device }: StorableRow): Stored {
  return {
    accountId: device.accountId,
    deviceNumber: device.deviceNumber,
    fingerprint: row[5],
    fixedMs: row[1],
    receivedMs: row[2],
    latitude: row[3],
    longitude: row[4],
    speed: row[7],
    accuracyM: row[9],
    more: row[11],
  }
}

/**
 * A report without a believable time got that of its reception, so that its repeat has another and passes for new.
 * It is told by what it says: for a few minutes, the same again is a repeat, and no more than a sign of life.
 */
export async function findRepeats(ctx: Storing, rows: StorableRow[]): Promise<Set<StorableRow>> {
  const undated = rows.filter(({ row }) => row[11] !== null && 'deviceTime' in row[11])
  const repeats = new Set<StorableRow>()
  if (undated.length === 0) return repeats
  for (const place of await queries.listRepeats(ctx.db.recorder, undated)) repeats.add(undated[place - 1]!)
  const heard = new Set<string>()
  for (const one of undated) {
    const said = `${one.device.deviceNumber} ${one.row[5]}`
    if (heard.has(said)) repeats.add(one)
    heard.add(said)
  }
  return repeats
}

/** An account has left since we looked: what fails by it is done again, and then its rows are held. */
export async function unlessMoving<T>(ctx: Storing, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (isRefusedMoving(error)) forgetMoving(ctx)
    throw error
  }
}
