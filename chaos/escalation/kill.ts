// Real notifiers are killed with SIGKILL while they escalate and alerts are acknowledged.

import { setTimeout as sleep } from 'node:timers/promises'
import { startEscalations } from '../../server/src/features/escalation/start.api.ts'
import type { Pool } from '../../server/src/platform/db/db.ts'
import type { Random } from '../../simulator/src/random.ts'
import type { Installation } from '../installation/installation.ts'
import type { RoleProcess } from '../installation/role-process.ts'
import type { PreparedAccount } from './stage.ts'
import { insertAlerts } from './stage.ts'

const killEveryMs = 4_000
const settledWithinMs = 90_000
/** A message that was leased before the acknowledgement may still begin. */
const leasedMs = 1_000

export interface Killing {
  pool: Pool
  account: PreparedAccount
  notifiers: RoleProcess[]
  seconds: number
  alerts: number
  random: Random
}

export async function killNotifiers(
  { query }: Pick<Installation, 'query'>,
  { pool, account, notifiers, seconds, alerts, random }: Killing,
) {
  const { accountId } = account
  let killedProcesses = 0
  for (const notifier of notifiers) await notifier.start()
  const until = Date.now() + seconds * 1_000
  const killing = (async () => {
    while (Date.now() < until) {
      await sleep(killEveryMs)
      const notifier = random.pick(notifiers)
      await notifier.kill()
      await notifier.start()
      killedProcesses += 1
    }
  })()
  const raising = (async () => {
    for (let count = 0; count < alerts; count += 1) {
      const [alert] = await insertAlerts(query, account, 1, new Date())
      const given = { accountId, alertNumber: Number(alert!.number), ruleNumber: null, topic: 'reported:sos' }
      await startEscalations({ db: pool.forAccount(accountId), now: () => new Date() }, [given])
      await sleep((seconds * 1_000) / alerts / 2)
    }
  })()
  const acknowledging = (async () => {
    while (Date.now() < until) {
      await sleep(200)
      await query(
        `update alerts set acknowledged_at = clock_timestamp() where (account_id, number) in (
           select account_id, number from alerts where account_id = $1 and acknowledged_at is null
           order by random() limit 1 for update)`,
        [accountId],
      )
    }
  })()
  await Promise.all([killing, raising, acknowledging])
  const settledUntil = Date.now() + settledWithinMs
  const overdue = async () => {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from escalation_timers where account_id = $1 and due_at < now() - interval '10 seconds'`,
      [accountId],
    )
    return row!.count
  }
  while (Date.now() < settledUntil && (await overdue()) > 0) await sleep(500)
  const [row] = await query<Record<string, number>>(
    `select
       (select count(*)::int from escalation_rounds where account_id = $1) as rounds,
       (select count(*)::int from escalation_rounds r join alerts a on a.account_id = r.account_id
         and a.number = r.alert_number where r.account_id = $1 and r.done_at > a.acknowledged_at) as after,
       (select count(*)::int from notifications n
         join notification_attempts t on t.account_id = n.account_id and t.notification_number = n.number
         join alerts a on a.account_id = n.account_id and a.number = n.alert_number
         where n.account_id = $1 and n.is_escalated
           and t.began_at > a.acknowledged_at + make_interval(secs => $2::float8 / 1000)) as messages`,
    [accountId, leasedMs],
  )
  return {
    killedProcesses,
    killedRounds: row!.rounds!,
    killedAfterAcknowledgement: row!.after!,
    killedMessagesAfterAcknowledgement: row!.messages!,
    killedOverdue: await overdue(),
  }
}
