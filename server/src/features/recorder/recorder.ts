// Runs the messages of the log through the pipeline. A redelivered batch changes nothing; what cannot be stored
// becomes a dead letter.

import type { LogMessage, WorkedBatch } from '../../platform/bus/log-consumer.ts'
import { isDatabaseError, isRefusedForGood } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { PipelineContext, RecorderContext } from './batch.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { deviceRefOf } from './location-row.api.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'
import { runPipeline } from './pipeline.ts'
import * as queries from './recorder.queries.ts'

const maxRowsPerStatement = 2_000

interface ParsedMessage extends LocationBatch {
  message: LogMessage
}

/** Resolves once everything is stored. The caller acknowledges to the log once it is published too. */
export async function recordMessages(
  given: RecorderContext,
  deviceCache: DeviceCache,
  messages: LogMessage[],
): Promise<WorkedBatch> {
  const beganAt = performance.now()
  const ctx: PipelineContext = { ...given, deviceCache }
  const parsed: ParsedMessage[] = []
  const publishing: Promise<void>[] = []
  for (const message of messages) {
    const batch = parse(message)
    if (batch) parsed.push(batch)
    else await keepDeadLetter(ctx, message, 'not a batch of locations')
  }
  try {
    for (const chunk of chunksOf(parsed)) publishing.push((await runPipeline(ctx, chunk)).published)
  } catch (error) {
    if (!isPermanent(error)) throw error
    ctx.log.warn({ err: error, messages: parsed.length }, 'batch rejected, retrying message by message')
    for (const batch of parsed) await recordAlone(ctx, batch)
  }
  metrics.batch.observe((performance.now() - beganAt) / 1_000)
  return { published: Promise.all(publishing) }
}

/** For rows that do not come from the log. If they are judged, all of them belong to one partition. */
export async function recordRows(
  given: RecorderContext,
  deviceCache: DeviceCache,
  rows: LocationRow[],
): Promise<void> {
  const ctx: PipelineContext = { ...given, deviceCache }
  for (let from = 0; from < rows.length; from += maxRowsPerStatement) {
    const { published } = await runPipeline(ctx, [{ rows: rows.slice(from, from + maxRowsPerStatement) }])
    await published
  }
}

/** Other errors are retried. Retrying a permanent one would block the log for ever. */
export function isPermanent(error: unknown): boolean {
  if (isDatabaseError(error)) return isRefusedForGood(error)
  return !isUnavailable(error)
}

interface RejectedRow {
  row: LocationRow
  reason: string
}

/** Stores the valid rows of a message; the others become a dead letter. */
async function recordAlone(ctx: PipelineContext, batch: ParsedMessage): Promise<void> {
  const rejected: RejectedRow[] = []
  await bisect(ctx, batch, rejected)
  if (rejected.length === 0) return
  const rows = rejected.map(({ row }) => row)
  const bytes = Buffer.from(JSON.stringify({ rows } satisfies LocationBatch))
  await keepDeadLetter(ctx, { ...batch.message, bytes }, rejected[0]!.reason)
}

async function bisect(ctx: PipelineContext, batch: ParsedMessage, rejected: RejectedRow[]): Promise<void> {
  const { rows, message } = batch
  // A device may have been deleted after it was cached.
  ctx.deviceCache.forget(rows.flatMap((row) => (Array.isArray(row) ? [deviceRefOf(row)] : [])))
  try {
    const { published } = await runPipeline(ctx, [batch])
    await published
  } catch (error) {
    if (!isPermanent(error)) throw error
    if (rows.length === 1) {
      rejected.push({ row: rows[0]!, reason: (error as Error).message })
      return
    }
    // Without `answer`: it has room for one result, and there are two halves.
    const half = Math.ceil(rows.length / 2)
    const kind = { message, ...(batch.history && { history: batch.history }) }
    await bisect(ctx, { ...kind, rows: rows.slice(0, half) }, rejected)
    await bisect(ctx, { ...kind, rows: rows.slice(half) }, rejected)
  }
}

async function keepDeadLetter(ctx: PipelineContext, message: LogMessage, reason: string): Promise<void> {
  const { stream, sequence, bytes } = message
  ctx.log.error({ stream, sequence, reason }, 'message moved to dead letters')
  metrics.deadLetters.inc()
  await queries.keepDeadLetter(ctx.db.recorder, { stream, sequence, reason, payload: Buffer.from(bytes) })
}

const decoder = new TextDecoder()

/** Undefined where it is no batch of locations. */
function parse(message: LogMessage): ParsedMessage | undefined {
  try {
    const batch = JSON.parse(decoder.decode(message.bytes)) as LocationBatch
    return Array.isArray(batch.rows) ? { ...batch, message } : undefined
  } catch {
    return undefined
  }
}

/** Splits many messages into chunks of a bounded size. A message is never split; history and live data never mix. */
function* chunksOf(messages: ParsedMessage[]): Generator<ParsedMessage[]> {
  let chunk: ParsedMessage[] = []
  let rows = 0
  for (const message of messages) {
    const isOtherKind = chunk[0] !== undefined && chunk[0].history !== message.history
    if (isOtherKind || (rows > 0 && rows + message.rows.length > maxRowsPerStatement)) {
      yield chunk
      chunk = []
      rows = 0
    }
    chunk.push(message)
    rows += message.rows.length
  }
  if (chunk.length > 0) yield chunk
}
