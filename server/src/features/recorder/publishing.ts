// Who hears that locations were stored: whoever follows the account, and the API client that waits for it.

import type { Context } from '../../platform/context.ts'
import type { Presence } from '../devices/presence.api.ts'
import { tellOfLocations } from './location-events.ts'
import type { LocationBatch, Recorded } from './location-row.types.ts'
import type { StorableRow } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'

export type Telling = Pick<Context, 'db'> & {
  bus?: Pick<Context['bus'], 'locations' | 'events'>
  /** Absent where nobody is to be told: what is replayed was told when it was first stored. */
  telling?: { presence: Presence }
}

/** What was new, and what the log gives again: who died before telling is followed by somebody who tells. */
export async function tellFollowers(
  ctx: Telling,
  known: StorableRow[],
  storable: StorableRow[],
  places: number[],
): Promise<void> {
  if (!ctx.telling || !ctx.bus) return
  // Mostly all of it was new.
  const news = places.length === storable.length ? storable : await findNews(ctx, storable, places)
  await Promise.all([tellOfLocations({ bus: ctx.bus }, news), ctx.telling.presence.note(signsOfLife(known))])
}

async function findNews(ctx: Telling, storable: StorableRow[], places: number[]): Promise<StorableRow[]> {
  const news = new Set(places.map((place) => storable[place - 1]!))
  const before = storable.filter((one) => !news.has(one))
  for (const place of await queries.listGivenAgain(ctx.db.recorder, before)) news.add(before[place - 1]!)
  return storable.filter((one) => news.has(one))
}

function* signsOfLife(rows: StorableRow[]) {
  for (const { row, device } of rows) {
    yield { accountId: device.accountId, deviceNumber: device.deviceNumber, atMs: row[2] }
  }
}

/** An API client waits to hear how many of its locations were new. */
export function tellWriters(
  ctx: Telling,
  batches: LocationBatch[],
  storable: StorableRow[],
  places: number[],
): void {
  const waiting = batches.filter(({ answer }) => answer)
  if (waiting.length === 0) return
  const isNew = new Set(places.map((place) => storable[place - 1]?.row))
  for (const { rows, answer } of waiting) {
    const stored = rows.filter((row) => isNew.has(row)).length
    const recorded: Recorded = { stored, duplicates: rows.length - stored }
    ctx.bus?.locations.answer(answer!.to, answer!.id, JSON.stringify(recorded))
  }
}
