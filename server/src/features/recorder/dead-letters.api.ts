// Retries dead letters: the schema or the registered devices may have changed since.

import type { Context } from '../../platform/context.ts'
import type { DeviceCache } from './device-cache.api.ts'
import type { LocationBatch } from './location-row.types.ts'
import * as queries from './recorder.queries.ts'
import { isPermanent, recordRows } from './recorder.ts'

const maxPerPage = 100

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
