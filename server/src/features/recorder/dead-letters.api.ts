// Retries dead letters: the schema or the registered devices may have changed since.

import type { Context } from '../../platform/context.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { deviceRefOf, receivedAtMsOf } from './location-row.api.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'
import * as queries from './recorder.queries.ts'
import { isPermanent, recordRows } from './recorder.ts'

const maxPerPage = 100

/**
 * Removes the locations of an erased account from dead letters. Its devices are deleted already: what another device
 * received with one of its former identifiers belongs to another account. Returns how many letters had any.
 */
export async function forgetInDeadLetters(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  identifiers: string[],
): Promise<number> {
  const forgotten = new Set(identifiers)
  const others = Map.groupBy(
    await queries.listTrackers(ctx.db.recorder, identifiers),
    ({ identifier }) => identifier,
  )
  const isForgotten = (row: LocationRow) => {
    const ref = deviceRefOf(row)
    if (typeof ref !== 'string') return ref[0] === accountId
    const at = receivedAtMsOf(row)
    return (
      forgotten.has(ref) && !others.get(ref)?.some(({ sinceMs, untilMs }) => sinceMs <= at && at < untilMs)
    )
  }
  let changed = 0
  for (let after = 0; ; ) {
    const deadLetters = await queries.listDeadLetters(ctx.db.recorder, after, maxPerPage)
    for (const { id, payload } of deadLetters) {
      after = id
      const batch = parse(payload)
      const rows = batch?.rows.filter((row) => !isForgotten(row))
      if (!batch || !rows || rows.length === batch.rows.length) continue
      changed += 1
      const left = rows.length > 0 ? Buffer.from(JSON.stringify({ rows } satisfies LocationBatch)) : undefined
      await queries.replaceDeadLetter(ctx.db, id, left)
    }
    if (deadLetters.length === 0) return changed
  }
}

/** Undefined for a message that was never a batch. */
function parse(payload: Buffer): LocationBatch | undefined {
  try {
    const batch = JSON.parse(payload.toString()) as LocationBatch
    return Array.isArray(batch.rows) && batch.rows.every(Array.isArray) ? batch : undefined
  } catch {
    return undefined
  }
}

/** Returns how many were stored and how many are left. Their locations are neither judged nor published. */
export async function retryDeadLetters(
  ctx: Pick<Context, 'db' | 'log'>,
  deviceCache: DeviceCache,
  onDone: (done: number) => void = () => {},
): Promise<{ stored: number; left: number }> {
  let stored = 0
  let left = 0
  for (let after = 0; ; ) {
    const deadLetters = await queries.listDeadLetters(ctx.db.recorder, after, maxPerPage)
    for (const { id, payload } of deadLetters) {
      after = id
      try {
        const { rows } = JSON.parse(payload.toString()) as LocationBatch
        await recordRows(ctx, deviceCache, rows)
        await queries.deleteDeadLetter(ctx.db.recorder, id)
        stored += 1
      } catch (error) {
        if (!isPermanent(error)) throw error
        left += 1
      }
      onDone(stored + left)
    }
    if (deadLetters.length === 0) return { stored, left }
  }
}
