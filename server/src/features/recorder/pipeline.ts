// The recorder's pipeline: every batch of locations passes these steps in this order.

import { invalidateMoving } from '../../platform/cells/moving.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import type { Batch, PipelineContext } from './batch.ts'
import { createBatch } from './batch.ts'
import type { LocationBatch } from './location-row.types.ts'
import { answerWriters, publish } from './publishing.ts'
import { bufferMovingAccounts, resolveDevices, routeRows } from './routing.ts'
import { countRecorded, dropRepeats, markSeen, quarantineUnknown, storeAndJudge } from './storing.ts'

type Step = (ctx: PipelineContext, batch: Batch) => Promise<void> | void

const steps: readonly Step[] = [
  resolveDevices,
  // The only step that asks which accounts are being moved.
  routeRows,
  // Before anything else is written: these rows are stored nowhere else.
  bufferMovingAccounts,
  dropRepeats,
  storeAndJudge,
  markSeen,
  quarantineUnknown,
  countRecorded,
  answerWriters,
  // Starts publishing only: the next batch is stored meanwhile.
  publish,
]

/** Resolves once the batch is stored. Either all messages are history, or none is. */
export async function runPipeline(
  given: PipelineContext,
  messages: readonly LocationBatch[],
): Promise<{ published: Promise<void> }> {
  const ctx = messages[0]?.history ? forHistory(given) : given
  const batch = createBatch(messages)
  const fail = (error: unknown): never => {
    // An account left after routeRows asked. The retry asks again, and buffers its rows.
    if (isRefusedMoving(error)) invalidateMoving(ctx)
    throw error
  }
  try {
    for (const step of steps) await step(ctx, batch)
  } catch (error) {
    fail(error)
  }
  const published = batch.published.catch(fail)
  // Callers that await it see the rejection; for the others it must not end the process.
  published.catch(() => {})
  return { published }
}

/** History is stored, but neither judged nor published. */
function forHistory({
  judging: _judging,
  publishing: _publishing,
  ...rest
}: PipelineContext): PipelineContext {
  return rest
}
