// The event of a run that ended. It is written in the transaction that ends the run.

import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import type { ReportRun } from './report.types.ts'

export interface EndedRun {
  state: 'done' | 'failed' | 'cancelled'
  at: Date
  rows?: number | null
  bytes?: number | null
  failure?: string | null
}

export function emitFinished(
  ctx: { db: AccountDb },
  { id, request, requestedBy }: Pick<ReportRun, 'id' | 'request' | 'requestedBy'>,
  { state, at, rows = null, bytes = null, failure = null }: EndedRun,
): Promise<void> {
  const { report, format, from, to } = request
  const data = { id, report, format, state, from, to, rows, bytes, failure, requestedBy }
  return addToOutbox(ctx, [
    { id: newId('evt'), type: 'report.finished', at, deviceNumber: 0, deviceId: '', data },
  ])
}
