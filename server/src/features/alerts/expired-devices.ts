// Raises alerts for expired devices. No contact is notified: an expired device sends nothing.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './alert.queries.ts'

export async function raiseExpired(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
  { id, deviceId, timestamp: at }: { id: string; deviceId: string; timestamp: string },
): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const device = await queries.findDevice(tx.db, { kind: 'all' }, deviceId)
    if (!device) return
    for (const rule of await queries.listRulesFor(tx.db, accountId, 'expired', device.number)) {
      const summary = `Expired on ${at.slice(0, 10)}`
      const { number, severity, ...shown } = rule
      const raised = await queries.insertAlert(
        tx.db,
        {
          id: newId('alt'),
          deviceNumber: device.number,
          ruleNumber: number,
          name: 'device.expired',
          severity,
          text: summary,
          at: new Date(at),
          latitude: null,
          longitude: null,
          cause: `${number}::${id}`,
          explanation: { summary, rule: { ...shown, type: 'expired' }, facts: { expiredAt: at } },
        },
        ctx.now(),
      )
      if (raised !== undefined) metrics.alerts.inc({ kind: 'expired' })
    }
  })
}
