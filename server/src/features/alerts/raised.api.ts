// Raises alerts for what other features find out, by the rules of a kind that apply to the devices.

import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { startEscalations } from '../escalation/start.api.ts'
import { notifyOf } from '../notifications/notification.api.ts'
import { insertAlerts } from './judge.queries.ts'
import * as queries from './raised.queries.ts'

export interface FoundOut {
  deviceNumber: number
  /** Of the alert. */
  name: string
  /** One sentence in English. */
  summary: string
  /** The values that decided. */
  facts: Record<string, unknown>
  /** The same for what happened once, whatever the rule. */
  cause: string
  /** Whether a rule with these settings raises it. */
  isFor(settings: Record<string, unknown>): boolean
}

/** Call it in the transaction that finds it out. One alert per rule; what was raised already is skipped. */
export async function raiseAlerts(
  ctx: Pick<Tx, 'db' | 'now'>,
  kind: string,
  found: FoundOut[],
): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const devices = [...new Set(found.map(({ deviceNumber }) => deviceNumber))]
  const rules = Map.groupBy(await queries.listRulesOf(db, kind, devices), (rule) => rule.deviceNumber)
  const alerts = found.flatMap(({ deviceNumber, name, summary, facts, cause, isFor }) =>
    (rules.get(deviceNumber) ?? [])
      .filter(({ settings }) => isFor(settings))
      .map(({ ruleNumber, id, name: ruleName, version, severity, settings, latitude, longitude }) => ({
        accountId: db.accountId,
        deviceNumber,
        id: newId('alt'),
        ruleNumber,
        name,
        severity,
        text: summary,
        atMs: +now,
        coordinates:
          latitude === null || longitude === null
            ? undefined
            : { latitude: latitude / 1e7, longitude: longitude / 1e7 },
        cause: `${ruleNumber}:${cause}`,
        late: false,
        delayedSeconds: null,
        shouldNotify: true,
        explanation: { summary, rule: { id, name: ruleName, type: kind, version, settings }, facts },
      })),
  )
  if (alerts.length === 0) return
  const raised = await insertAlerts(db, alerts, now)
  metrics.alerts.inc({ kind }, raised.length)
  const toNotify = raised.map((alert) => ({ ...alert, topic: `rule:${alert.ruleNumber}` }))
  await notifyOf(ctx, toNotify)
  await startEscalations(ctx, toNotify)
}

/** What was found out is over: resolves the open alerts of a device whose cause contains a text. */
export async function resolveByCause(
  ctx: Pick<Tx, 'db' | 'now'>,
  caller: Caller,
  deviceNumber: number,
  causePart: string,
): Promise<void> {
  await queries.resolveAlerts(ctx.db, deviceNumber, causePart, { by: caller.userId, now: ctx.now() })
}
