// Reads from the database what became of the neighbour's locations and alerts.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPgClient } from '../../server/src/platform/db/primary.ts'
import { checkAcknowledged } from '../books/books.ts'
import { checkRules } from '../books/rules.ts'
import type { Installation } from '../installation/installation.ts'
import type { Life } from './life.ts'
import { keyOf, nowMs } from './life.ts'
import type { Sample } from './periods.ts'

const checkEveryMs = 500
const database = 'rastro'

/** One connection for many queries. */
type Store = Pick<Installation, 'query' | 'accountId'>

export interface Checks {
  /** From reception to the commit. Acknowledged locations that are not stored count until now. */
  stored: Sample[]
  /** From the reception of the pressed button to the e-mail. */
  alerts: Sample[]
  lost: number
  alertsMissing: number
  alertsExtra: number
  mailsMissing: number
  eventsMissing: number
}

/** Waits until nothing is missing any more, or for the maximum time. */
export async function checkLife(
  { postgres, accountId }: Installation,
  life: Life,
  withinMs: number,
): Promise<Checks> {
  const deadline = nowMs() + withinMs
  const client = createPgClient(postgres.url('superuser', database), {})
  await client.connect()
  const store: Store = {
    accountId,
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await client.query<Row>(sql, values)).rows,
  }
  try {
    return await checkUntil(store, life, deadline)
  } finally {
    await client.end()
  }
}

async function checkUntil(store: Store, life: Life, deadline: number): Promise<Checks> {
  for (;;) {
    const checks = await check(store, life)
    const { lost, mailsMissing, eventsMissing } = checks
    if (lost + mailsMissing + eventsMissing === 0 || nowMs() > deadline) {
      const { missing, extra } = await checkRules(store, store.accountId)
      return { ...checks, alertsMissing: missing.length, alertsExtra: extra.length }
    }
    await sleep(checkEveryMs)
  }
}

type AtOnce = Omit<Checks, 'alertsMissing' | 'alertsExtra'>

async function check(store: Store, { fleet, received, mailedAtMs }: Life): Promise<AtOnce> {
  const { accountId, query } = store
  const { lost } = await checkAcknowledged(store, fleet.acknowledged())
  // PostgreSQL knows when each row was committed.
  const rows = await query<{ id: string; fixedAtMs: number; receivedAtMs: number; storedAtMs: number }>(
    `select d.id, round(extract(epoch from l.fixed_at) * 1000)::float8 as "fixedAtMs",
       extract(epoch from l.received_at)::float8 * 1000 as "receivedAtMs",
       extract(epoch from pg_xact_commit_timestamp(l.xmin))::float8 * 1000 as "storedAtMs"
     from locations l join devices d on d.account_id = l.account_id and d.number = l.device_number
     where l.account_id = $1`,
    [accountId],
  )
  const sos = await query<{ id: string; receivedAtMs: number }>(
    `select a.id, extract(epoch from min(l.received_at))::float8 * 1000 as "receivedAtMs"
     from alerts a join locations l on l.device_number = a.device_number and l.fixed_at = a.at
     where a.account_id = $1 and a.name = 'sos' and a.withdrawn_at is null group by a.id`,
    [accountId],
  )
  const alerts = await query<{ id: string }>('select id from alerts where account_id = $1', [accountId])
  return {
    stored: [
      ...rows.map(({ receivedAtMs, storedAtMs }) => sampleOf(receivedAtMs, storedAtMs)),
      ...lost.map(({ fixedAtMs }) => sampleOf(fixedAtMs, nowMs())),
    ],
    alerts: sos.map(({ id, receivedAtMs }) => sampleOf(receivedAtMs, mailedAtMs.get(id) ?? nowMs())),
    lost: lost.length,
    mailsMissing: sos.filter(({ id }) => !mailedAtMs.has(id)).length,
    eventsMissing:
      rows.filter(({ id, fixedAtMs }) => !received.has(keyOf(id, fixedAtMs))).length +
      alerts.filter(({ id }) => !received.has(id)).length,
  }
}

function sampleOf(fromMs: number, toMs: number): Sample {
  return { dueAtMs: fromMs, durationMs: toMs - fromMs }
}

/** Trackers whose last location is later than the one they sent last: a forged report hides where they are. */
export async function countHidden(
  { query }: Installation,
  acknowledged: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<number> {
  const rows = await query<{ identifier: string; ms: number }>(
    `select i.identifier, round(extract(epoch from n.fixed_at) * 1000)::float8 as ms
     from newest_locations n join directory_identifiers i using (account_id, device_number)
     where i.identifier = any($1)`,
    [[...acknowledged.keys()]],
  )
  return rows.filter(({ identifier, ms }) => ms > Math.max(...acknowledged.get(identifier)!)).length
}
