// Starts the escalation of new alerts, in the transaction that raises them.

import type { Db } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { AlertToEscalate } from './escalation.types.ts'
import * as queries from './start.queries.ts'

/** Call it in the transaction that stores the alerts, in the scope of the account or the recorder. Idempotent. */
export async function startEscalations(
  ctx: { db: Db; now: () => Date },
  alerts: AlertToEscalate[],
): Promise<void> {
  if (alerts.length === 0) return
  const count = await queries.startEscalations(ctx.db, alerts, ctx.now())
  metrics.escalationsStarted.inc(count)
}
