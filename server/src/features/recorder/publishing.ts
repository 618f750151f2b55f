// Publishes what was stored: events for subscribers of the account, and answers for API clients that wait.

import type { Batch, PipelineContext } from './batch.ts'
import { publishLocations, publishStatuses } from './location-events.ts'
import { receivedAtMsOf } from './location-row.api.ts'
import type { Recorded } from './location-row.types.ts'
import * as queries from './recorder.queries.ts'
import { listRedeliveredStatuses } from './status.queries.ts'
import type { StorableRow } from './storable-row.types.ts'

/** Answers waiting API clients with the number of new locations. */
export function answerWriters({ bus }: PipelineContext, batch: Batch): void {
  // Buffered rows are not stored yet: their clients get no answer.
  if (batch.moving.length > 0) return
  const waiting = batch.messages.filter(({ answer }) => answer)
  if (waiting.length === 0) return
  const isNew = new Set(batch.newOrdinals.map((ordinal) => batch.storable[ordinal - 1]?.row))
  for (const { rows, answer } of waiting) {
    const stored = rows.filter((row) => isNew.has(row)).length
    const recorded: Recorded = { stored, duplicates: rows.length - stored }
    bus?.locations.reply(answer!.to, answer!.id, JSON.stringify(recorded))
  }
}

export function publish(ctx: PipelineContext, batch: Batch): void {
  batch.published = publishStored(ctx, batch)
}

/** New rows, and rows the log redelivers: the recorder that stored them may have crashed before it published them. */
async function publishStored(ctx: PipelineContext, batch: Batch): Promise<void> {
  if (!ctx.publishing || !ctx.bus) return
  const { known, statuses } = batch
  const { listRedelivered } = queries
  const [locationRows, statusRows] = await Promise.all([
    findUnpublished(ctx, batch.storable, batch.newOrdinals, listRedelivered),
    findUnpublished(ctx, statuses, batch.newStatuses, listRedeliveredStatuses),
  ])
  await Promise.all([
    publishLocations({ bus: ctx.bus }, locationRows),
    publishStatuses({ bus: ctx.bus }, statusRows),
    ctx.publishing.presence.markSeen(signsOfLife([...known, ...statuses])),
  ])
}

async function findUnpublished(
  ctx: PipelineContext,
  rows: StorableRow[],
  newOrdinals: number[],
  listRedelivered: typeof queries.listRedelivered,
): Promise<StorableRow[]> {
  // Usually all rows are new.
  if (newOrdinals.length === rows.length) return rows
  const unpublished = new Set(newOrdinals.map((ordinal) => rows[ordinal - 1]!))
  const storedBefore = rows.filter((one) => !unpublished.has(one))
  for (const ordinal of await listRedelivered(ctx.db.recorder, storedBefore)) {
    unpublished.add(storedBefore[ordinal - 1]!)
  }
  return rows.filter((one) => unpublished.has(one))
}

function* signsOfLife(rows: StorableRow[]) {
  for (const { row, device } of rows) {
    yield { accountId: device.accountId, deviceNumber: device.deviceNumber, atMs: receivedAtMsOf(row) }
  }
}
