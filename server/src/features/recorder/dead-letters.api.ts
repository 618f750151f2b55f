// What could not be stored, tried once more: the database, or what we know of devices, may have changed since.

import type { Context } from '../../platform/context.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import type { LocationBatch } from './location-row.types.ts'
import * as queries from './recorder.queries.ts'
import { isHopeless, recordRows } from './recorder.ts'

const lettersAtOnce = 100

/** Returns how many were stored and how many are left. What is stored is old: it is not judged, and told to nobody. */
export async function replayDeadLetters(
  ctx: Pick<Context, 'db' | 'log'>,
  memory: DeviceMemory,
  onDone: (letters: number) => void = () => {},
): Promise<{ stored: number; left: number }> {
  let stored = 0
  let left = 0
  for (let after = 0; ; ) {
    const letters = await queries.listDeadLetters(ctx.db.recorder, after, lettersAtOnce)
    for (const { id, payload } of letters) {
      after = id
      try {
        const { rows } = JSON.parse(payload.toString()) as LocationBatch
        await recordRows(ctx, memory, rows)
        await queries.deleteDeadLetter(ctx.db.recorder, id)
        stored += 1
      } catch (error) {
        if (!isHopeless(error)) throw error
        left += 1
      }
      onDone(stored + left)
    }
    if (letters.length === 0) return { stored, left }
  }
}
