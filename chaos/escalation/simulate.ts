// One simulated day, minute by minute. Within a minute everything happens at once, on connections of its own.

import type { Config } from '../../server/src/config/config.ts'
import { handleAlert } from '../../server/src/features/alerts/alert.api.ts'
import { startEscalations } from '../../server/src/features/escalation/start.api.ts'
import { createSweep } from '../../server/src/features/escalation/worker.api.ts'
import type { AccountDb, Db, Pool } from '../../server/src/platform/db/db.ts'
import { createPool, inTransaction } from '../../server/src/platform/db/db.ts'
import type { Caller } from '../../server/src/platform/http/caller.ts'
import type { Log } from '../../server/src/platform/observability/log.ts'
import type { Random } from '../../simulator/src/random.ts'
import type { Installation } from '../installation/installation.ts'
import type { PreparedAccount } from './stage.ts'
import { insertAlerts } from './stage.ts'

const minuteMs = 60_000
const notifierCount = 3
const minutes = 26 * 60
/** Alerts are raised in the first hours, so that all escalations end within the day. */
const raisedWithinMinutes = 22 * 60
/** When the rounds of the policy are due, if everything is on time. */
const dueMinutes = [0, 5, 15, 45, 52, 59]
const killChance = 0.12

export interface Simulated {
  alerts: number
  acknowledged: number
  rounds: number
  kills: number
  /** Rounds that could reach nobody. */
  hastened: number
  edits: number
  /** Minutes without any notifier. */
  lateSweeps: number
  twice: number
  afterAcknowledgement: number
  /** Due, and not done although a notifier was there. */
  late: number
  wrongOnCall: number
  unfinished: number
  errors: number
}

export interface Day {
  config: Config
  accounts: PreparedAccount[]
  random: Random
  alerts: number
  from: string
  timeZone: string
}

class Killed extends Error {}

export async function simulateDay(installation: Pick<Installation, 'query'>, day: Day): Promise<Simulated> {
  const { config, accounts, random, from, timeZone } = day
  const { query } = installation
  const found = { kills: 0, hastened: 0, edits: 0, lateSweeps: 0, late: 0, errors: 0, acknowledged: 0 }
  const startMs = Date.parse(from)
  let clockMs = startMs
  /** Never the same twice, so that what happens within a minute has an order. */
  const now = () => {
    clockMs += 1
    return new Date(clockMs)
  }
  const log = createCountingLog((error) => {
    if (!(error instanceof Killed)) {
      found.errors += 1
      if (found.errors <= 3) process.stderr.write(`${error}\n`)
    }
  })
  const pool = createPool(config.db, log, 'rastro-chaos')
  const killable = createKillable(pool, random, () => {
    found.kills += 1
  })
  const sweeps = Array.from({ length: notifierCount }, () => createSweep({ db: killable, now, log }))
  const plan = planOf(day)
  /** By id of the alert: when its acknowledgement was answered. */
  const answeredAt = new Map<string, number>()
  const ids = accounts.map(({ accountId }) => accountId)
  let downUntil = -1
  try {
    for (let minute = 0; minute < minutes; minute += 1) {
      clockMs = Math.max(clockMs, startMs + minute * minuteMs)
      if (random.next() < 0.01) downUntil = minute + Math.floor(random.between(1, 15))
      const work: Promise<unknown>[] = []
      for (const one of plan.raised.get(minute) ?? [])
        work.push(raise(one.account, one.acknowledgeAfter, minute))
      for (const one of plan.acknowledged.get(minute) ?? []) work.push(acknowledge(one.account, one.id))
      if (random.next() < 0.02) work.push(edit(random.pick(accounts)))
      if (random.next() < 0.1) work.push(fail())
      if (minute < downUntil) found.lateSweeps += 1
      else for (const sweep of sweeps) work.push(drain(sweep))
      await Promise.all(work)
      if (minute >= downUntil && minute % 30 === 0) await countLate()
    }
    killable.isKilling = false
    clockMs = startMs + minutes * minuteMs
    for (const sweep of sweeps) await drain(sweep)
    return { ...found, ...(await look()) }
  } finally {
    await pool.end()
  }

  async function drain(sweep: () => Promise<boolean>): Promise<void> {
    for (let count = 0; count < 1_000 && (await sweep()); count += 1);
  }

  async function raise(account: PreparedAccount, acknowledgeAfter: number | undefined, minute: number) {
    const at = new Date(startMs + minute * minuteMs)
    const [alert] = await insertAlerts(query, account, 1, at)
    const { accountId } = account
    const given = { accountId, alertNumber: Number(alert!.number), ruleNumber: null, topic: 'reported:sos' }
    await startEscalations({ db: pool.forAccount(accountId), now: () => at }, [given])
    if (acknowledgeAfter === undefined) return
    const when = minute + acknowledgeAfter
    plan.acknowledged.set(when, [...(plan.acknowledged.get(when) ?? []), { account, id: alert!.id }])
  }

  async function acknowledge(account: PreparedAccount, id: string): Promise<void> {
    const ctx = { db: pool, now, config }
    const caller = callerOf(account)
    const action = random.next() < 0.8 ? 'acknowledge' : 'resolve'
    await inTransaction(ctx, account.accountId, (tx) =>
      handleAlert(tx as never, caller, id, action, ({ note }) => note),
    )
    answeredAt.set(id, now().getTime())
    found.acknowledged += 1
  }

  /** Escalations that run keep their steps. */
  async function edit({ accountId, contactIds, policyId }: PreparedAccount): Promise<void> {
    found.edits += 1
    await query(
      `update escalation_policies set steps = jsonb_set(steps, '{2,contacts}', $3) where account_id = $1 and id = $2`,
      [accountId, policyId, JSON.stringify([random.pick(contactIds)])],
    )
  }

  /** What a mail server that refuses everything does to some of the messages. */
  async function fail(): Promise<void> {
    const rows = await query(
      `update notifications n set state = 'failed', reason = 'refused' where n.account_id = any($1) and n.state = 'waiting'
         and n.number in (select number from notifications where account_id = any($1) and state = 'waiting'
           order by random() limit 20 for update skip locked) returning number`,
      [ids],
    )
    found.hastened += rows.length
  }

  /** A minute in which every notifier was killed may leave something for the next one. */
  async function countLate(): Promise<void> {
    const wasKilling = killable.isKilling
    killable.isKilling = false
    await drain(sweeps[0]!)
    killable.isKilling = wasKilling
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from escalation_timers where account_id = any($1) and due_at <= $2`,
      [ids, new Date(startMs + Math.floor((clockMs - startMs) / minuteMs) * minuteMs - minuteMs)],
    )
    found.late += row!.count
  }

  async function look() {
    const rounds = await query<{
      id: string
      step: number
      done_at: Date
      contacts: string[]
      account_id: number
    }>(
      `select a.id, r.step, r.done_at, r.account_id, array(select n.contact_id from escalation_notices n
         where n.account_id = r.account_id and n.alert_number = r.alert_number and n.step = r.step and n.round = r.round)
         as contacts
       from escalation_rounds r join alerts a on a.account_id = r.account_id and a.number = r.alert_number
       where r.account_id = any($1)`,
      [ids],
    )
    const [counts] = await query<{ alerts: number; twice: number; unfinished: number }>(
      `select (select count(*)::int from escalations where account_id = any($1)) as alerts,
         (select count(*)::int from (
           select 1 from outbox where account_id = any($1) and type = 'escalation.notified'
           group by account_id, data->>'alertId', data->>'step', data->>'round' having count(*) > 1) as x) as twice,
         (select count(*)::int from escalations e where e.account_id = any($1) and (e.ended_at is null or exists (
           select from escalation_timers t where t.account_id = e.account_id and t.alert_number = e.alert_number)))
           as unfinished`,
      [ids],
    )
    const order = new Map(accounts.map((account) => [account.accountId, account.contactIds]))
    const isWrong = ({ account_id: accountId, step, done_at: doneAt, contacts }: (typeof rounds)[number]) =>
      step === 1 && contacts[0] !== onCallAt(order.get(accountId)!, { from, timeZone }, doneAt)
    return {
      ...counts!,
      rounds: rounds.length,
      afterAcknowledgement: rounds.filter(
        ({ id, done_at: at }) => at.getTime() > (answeredAt.get(id) ?? Infinity),
      ).length,
      wrongOnCall: rounds.filter(isWrong).length,
    }
  }
}

/** Walks along the handovers, independently of the code that is tested. */
function onCallAt(
  contactIds: string[],
  { from, timeZone }: Pick<Day, 'from' | 'timeZone'>,
  at: Date,
): string {
  let date = Temporal.PlainDate.from(new Date(Date.parse(from) - 3 * 86_400_000).toISOString().slice(0, 10))
  let turn = -1
  while (date.toPlainDateTime('02:30').toZonedDateTime(timeZone).epochMilliseconds <= at.getTime()) {
    turn += 1
    date = date.add({ days: 1 })
  }
  return contactIds[turn % contactIds.length]!
}

/** Half of the alerts are acknowledged, most of them in the minute in which a round is due. */
function planOf({ accounts, alerts, random }: Day) {
  const raised = new Map<number, { account: PreparedAccount; acknowledgeAfter: number | undefined }[]>()
  for (let count = 0; count < alerts; count += 1) {
    const minute = Math.floor(random.next() * raisedWithinMinutes)
    const after = random.next() < 0.8 ? random.pick(dueMinutes) : Math.floor(random.between(0, 70))
    const acknowledgeAfter = random.next() < 0.6 ? Math.max(1, after) : undefined
    raised.set(minute, [...(raised.get(minute) ?? []), { account: random.pick(accounts), acknowledgeAfter }])
  }
  return { raised, acknowledged: new Map<number, { account: PreparedAccount; id: string }[]>() }
}

/** A transaction that is killed before any of its statements is rolled back; after the commit nobody learns of it. */
function createKillable(pool: Pool, random: Random, onKill: () => void) {
  const killable = {
    isKilling: true,
    forAccount: pool.forAccount,
    forReseller: pool.forReseller,
    directory: pool.directory,
    recorder: pool.recorder,
    load: pool.load,
    end: pool.end,
    async begin(scope, work, options) {
      let left = killable.isKilling && random.next() < killChance ? Math.ceil(random.next() * 9) : Infinity
      const kill = () => {
        left = Infinity
        onKill()
        throw new Killed()
      }
      const result = await pool.begin(
        scope,
        (db) => {
          const counted = (text: TemplateStringsArray, ...values: unknown[]) => {
            left -= 1
            return left === 0 ? kill() : db(text, ...values)
          }
          const { accountId, history } = db as AccountDb
          return work(Object.assign(counted, { text: db.text, accountId, history }) as unknown as Db)
        },
        options,
      )
      if (left <= 1) kill()
      return result
    },
  } as Pool & { isKilling: boolean }
  return killable
}

function callerOf({ accountId, ownerId }: PreparedAccount): Caller {
  return {
    ...{ accountId, account: '', userId: ownerId, userName: '', role: 'owner', privileges: new Set() },
    ...{ scope: { kind: 'all' }, clientId: 'ses_chaos', authenticatedAt: new Date(), requestId: 'req_chaos' },
  }
}

function createCountingLog(onError: (error: unknown) => void): Log {
  const count = (given: unknown) => {
    if (given !== null && typeof given === 'object' && 'err' in given) onError(given.err)
  }
  return { warn: count, error: count, info() {}, debug() {} } as unknown as Log
}
