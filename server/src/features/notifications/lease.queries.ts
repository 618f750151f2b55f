// Decides whether a notification may be sent, in one statement that only one process wins.

import { messageObstacle } from '../../platform/db/account-status.queries.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { BudgetLevel, CapDefaults, Prices } from '../spending/spending.types.ts'
import { compareCaps, lockCounters, noticeCaps, priceOf, spendCounters } from './caps.queries.ts'
import type {
  Channel,
  DueNotification,
  LeasedNotification,
  SettledNotification,
  UnfundedNotification,
} from './notification.types.ts'

/** The first pause between two notifications of the same topic; each one sent doubles it, up to the longest. */
const firstGapSeconds = 60
const longestGapSeconds = 3_600
/** Critical alerts are not suppressed before this many were sent. */
const maxCriticalAtOnce = 3

export interface DueLane {
  channel: Channel
  urgent: boolean
}

/** Over all accounts, by due time. */
export function listDue(
  directory: Db,
  { channel, urgent }: DueLane,
  now: Date,
  limit: number,
): Promise<DueNotification[]> {
  return directory<DueNotification>`
    select account_id, number, device_number from notifications
    where state = 'waiting' and channel = ${channel} and urgent = ${urgent} and due_at <= ${now}
    order by due_at, number limit ${limit}`
}

/** The first ones of each account, by the numbers of the accounts after the given one. */
export function listDueInTurns(
  directory: Db,
  { channel, urgent }: DueLane,
  now: Date,
  { afterAccount, perAccount, limit }: { afterAccount: number; perAccount: number; limit: number },
): Promise<DueNotification[]> {
  const isDue = sql`state = 'waiting' and channel = ${channel} and urgent = ${urgent} and due_at <= ${now}`
  return directory<DueNotification>`
    with recursive turns as (
      (select account_id from notifications where ${isDue} and account_id > ${afterAccount}
        order by account_id limit 1)
      union all
      select next.account_id from turns, lateral (
        select n.account_id from notifications n where ${isDue} and n.account_id > turns.account_id
        order by n.account_id limit 1) as next)
    select due.account_id, due.number, due.device_number from turns, lateral (
      select n.account_id, n.number, n.device_number, n.due_at from notifications n
      where ${isDue} and n.account_id = turns.account_id
      order by n.due_at, n.number limit ${perAccount}) as due
    limit ${limit}`
}

/** How many are due, up to `max`, and since when. */
export async function countDue(
  directory: Db,
  channel: Channel,
  now: Date,
  max: number,
): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await directory<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(due_at) as oldest from (
      select due_at from notifications
      where state = 'waiting' and channel = ${channel} and urgent in (true, false) and due_at <= ${now}
      order by due_at limit ${max}) as due`
  return row!
}

export interface LeaseTerms {
  now: Date
  leaseUntil: Date
  channels: Channel[]
  prices: Prices
  defaults: CapDefaults
  /** Has nothing left: wait for what accounts return, and then suppress. */
  budgetRefusedBy: BudgetLevel | null
  budgetWaitMs: number
  /** Of the link in the message, and until when it is valid. */
  linkHash: Buffer
  linkUntil: Date
}

/**
 * Leases one notification if it still waits and no other process has it, and decides: either it may be sent, and is
 * counted against the daily limit of its device, the caps of its account and a budget lease, with the attempt recorded;
 * or it is suppressed, postponed or failed, with a reason; or nothing is changed, because the counters of the account's
 * day or a budget lease are missing.
 *
 * `ready` checks whether the daily limit seems to allow it, so that a notification over the limit leaves the gaps
 * unchanged; `counted` decides, and counts only within the limit. A retry has its entry among the gaps already.
 * `counters` and `budget` are locked before they are compared, and increased only together with `counted`.
 */
export async function leaseNotification(
  db: AccountDb,
  number: number,
  terms: LeaseTerms,
): Promise<LeasedNotification | SettledNotification | UnfundedNotification | undefined> {
  const { now, leaseUntil, channels, prices, defaults, budgetRefusedBy, linkHash, linkUntil } = terms
  const waitUntil = new Date(now.getTime() + terms.budgetWaitMs)
  const [row] = await db<LeasedNotification | SettledNotification | UnfundedNotification>`
    with leased as materialized (
      select n.account_id, n.number, n.id, n.alert_number, n.device_number, n.contact_number, n.channel, n.address,
        n.language, n.topic, n.attempts, n.reason, n.created_at, n.traceparent, n.budget_wait_until, n.is_escalated, n.attempts_before
      from notifications n
      where n.account_id = ${db.accountId} and n.number = ${number} and n.state = 'waiting' and n.due_at <= ${now}
      for update skip locked),
    known as materialized (
      select t.*, a.id as alert_id, a.name as alert_name, a.severity, a.text, a.at, a.raised_at, a.latitude / 1e7::float8 as latitude,
        a.longitude / 1e7::float8 as longitude, a.explanation, d.id as device_id, d.name as device_name,
        o.name as account_name, s.public_id as account, o.time_zone, s.node_terms, today.day, date_trunc('month', today.day)::date as month,
        c.secret,
        case t.channel when 'email' then d.daily_email_limit when 'sms' then d.daily_sms_limit end as daily_limit,
        ${priceOf(sql`t.channel`, sql`t.address`, prices)} as price,
        coalesce(${messageObstacle(now)}, case
          when t.channel <> all(${channels}::text[]) then 'channel_not_configured'
          when c.number is null then 'contact_gone'
          when c.verified_at is null then 'contact_unverified'
          when d.expires_at <= ${now} then 'device_expired'
          when a.withdrawn_at is not null then 'alert_withdrawn'
          -- Nobody is woken for an alert that somebody takes care of.
          when t.is_escalated and (a.acknowledged_at is not null or a.resolved_at is not null) then 'alert_acknowledged'
        end) as obstacle
      from leased t
      join accounts o on o.account_id = t.account_id
      join directory_accounts s on s.account_id = t.account_id
      join devices d on d.account_id = t.account_id and d.number = t.device_number
      join alerts a on a.account_id = t.account_id and a.number = t.alert_number
      left join contacts c on c.account_id = t.account_id and c.number = t.contact_number
        and c.address = t.address,
      lateral (select (${now}::timestamptz at time zone o.time_zone)::date as day) as today),
    ready as materialized (
      select k.* from known k
      left join daily_counts u on u.account_id = k.account_id and u.device_number = k.device_number
        and u.day = k.day and u.channel = k.channel
      where k.obstacle is null and (k.daily_limit is null or coalesce(u.sent, 0) < k.daily_limit)),
    counters as materialized (${lockCounters(sql`ready`)}),
    spendable as materialized (${compareCaps(sql`ready`, sql`counters`, defaults)}),
    funds as materialized (
      select count(*) = 4 as is_open, coalesce(bool_and(fits), true) as fits, min(units_left) as units_left,
        min(case when kind in ('email', 'message') then kind || 's' else kind end || 'Per' || initcap(period)) filter (where not fits) as cap
      from spendable),
    budget as materialized (
      select b.id from ready r, funds f, budget_leases b
      where f.is_open and f.fits and b.is_held and b.account_id = r.account_id and b.channel = r.channel and b.ends_at > ${now}
        and (r.severity = 'critical' or not b.critical) and b.units_left > 0 and b.money_left >= r.price
      order by b.critical, b.taken_at limit 1 for update of b),
    funded as materialized (select r.*, budget.id as budget_lease from ready r, budget),
    gap as (
      insert into notification_gaps as g (account_id, device_number, topic, address, last_sent_at, gap_seconds, last_number)
      select account_id, device_number, topic, address, ${now}::timestamptz, ${firstGapSeconds}::int, number from funded where attempts = attempts_before
      on conflict (account_id, device_number, topic, address) do update set
        (last_sent_at, gap_seconds, sends, last_number, suppressed, previously_suppressed) = (
          select case when it.leaves then ${now}::timestamptz else g.last_sent_at end,
            case when not it.leaves then g.gap_seconds when it.forgotten then ${firstGapSeconds}::int
              else least(g.gap_seconds * 2, ${longestGapSeconds}::int) end,
            case when not it.leaves then g.sends when it.forgotten then 1 else g.sends + 1 end,
            case when it.leaves then excluded.last_number else g.last_number end,
            case when it.leaves then 0 else g.suppressed + 1 end,
            -- A postponed notification counts among the suppressed, and reports the others.
            case when it.leaves then g.suppressed - (r.reason is not null)::int else g.previously_suppressed end
          from funded r, lateral (select
            ${now}::timestamptz >= g.last_sent_at + make_interval(secs => g.gap_seconds)
              or (r.severity = 'critical' and g.sends < ${maxCriticalAtOnce}) as leaves,
            ${now}::timestamptz >= g.last_sent_at + 2 * make_interval(secs => g.gap_seconds) as forgotten) as it)
      returning last_number = (select number from funded) and last_sent_at = ${now}::timestamptz as leaves,
        last_sent_at + make_interval(secs => gap_seconds) as ends_at, suppressed, previously_suppressed),
    leaving as materialized (
      select r.*, coalesce(greatest(gap.previously_suppressed, 0), 0) as previously_suppressed from funded r left join gap on true
      where r.attempts > r.attempts_before or gap.leaves),
    counted as (
      insert into daily_counts as u (account_id, device_number, day, channel, sent)
      select account_id, device_number, day, channel, 1 from leaving
      on conflict (account_id, device_number, day, channel) do update set sent = u.sent + 1
      where u.sent < (select coalesce(daily_limit, 2147483647) from leaving)
      returning day),
    spent as (${spendCounters(sql`(select l.* from leaving l, counted) as r`)}),
    drawn as (
      update budget_leases b set units_left = b.units_left - 1, money_left = b.money_left - l.price,
        -- It is indexed: once a second is enough to know whether the lease is in use.
        used_at = case when b.used_at > ${now}::timestamptz - interval '1 second' then b.used_at else ${now}::timestamptz end
      from leaving l, counted
      where b.account_id = l.account_id and b.id = l.budget_lease),
    noticed as (${noticeCaps(sql`known`, sql`spendable`, sql`counted`, now)}),
    settled as (
      update notifications n set
        state = case
          when counted.day is not null then 'sending'
          when k.obstacle in ('device_expired', 'alert_withdrawn', 'alert_acknowledged') or k.obstacle like 'account_%' then 'suppressed'
          when k.obstacle is not null then 'failed'
          when waits.for_budget and coalesce(n.budget_wait_until > ${now}, true) then 'waiting'
          when not gap.leaves and gap.suppressed = 1 then 'waiting'
          else 'suppressed' end,
        reason = case
          when counted.day is not null then null
          when k.obstacle is not null then k.obstacle
          when waits.for_budget and coalesce(n.budget_wait_until > ${now}, true) then n.reason
          when waits.for_budget then ${budgetRefusedBy === 'reseller' ? 'reseller_cap' : 'platform_cap'}
          when ready.number is null then 'daily_' || k.channel || '_limit'
          when not funds.fits then 'account_cap'
          when not gap.leaves then 'repeat'
          else 'daily_' || k.channel || '_limit' end,
        cap = case
          when counted.day is null and ready.number is not null and not waits.for_budget and not funds.fits then funds.cap
        end,
        -- The first suppressed one waits for the end of the gap, and then reports those after it.
        due_at = case
          when waits.for_budget and coalesce(n.budget_wait_until > ${now}, true)
            then least(coalesce(n.budget_wait_until, ${waitUntil}::timestamptz), ${now}::timestamptz + interval '500 ms')
          when counted.day is null and not gap.leaves and gap.suppressed = 1 then gap.ends_at
          else n.due_at end,
        budget_wait_until = case when waits.for_budget then coalesce(n.budget_wait_until, ${waitUntil}::timestamptz) end,
        attempts = n.attempts + (counted.day is not null)::int,
        lease_until = case when counted.day is not null then ${leaseUntil}::timestamptz end
      from known k left join ready on true left join gap on true left join counted on true cross join funds,
        lateral (select
          ready.number is not null and not funds.is_open as for_counters,
          ready.number is not null and funds.is_open and funds.fits and not exists (select from budget) as for_budget) as waits
      where n.account_id = k.account_id and n.number = k.number
        and not waits.for_counters and (${budgetRefusedBy !== null}::boolean or not waits.for_budget)
      returning n.account_id, n.number, n.state, n.reason, n.attempts, counted.day),
    begun as (
      insert into notification_attempts (account_id, notification_number, attempt, day, began_at, budget_lease, price)
      select s.account_id, s.number, s.attempts, s.day, ${now}::timestamptz, l.budget_lease, l.price
      from settled s, leaving l where s.state = 'sending'),
    linked as (
      insert into acknowledge_links (account_id, secret_hash, notification_number, expires_at)
      select s.account_id, ${linkHash}, s.number, ${linkUntil}::timestamptz from settled s where s.state = 'sending')
    select k.account_id, k.number, k.id, k.channel, k.address, k.secret, settled.attempts as attempt, k.attempts_before, k.language,
      leaving.previously_suppressed,
      k.alert_id, k.alert_name, k.severity, k.text, k.at, k.latitude, k.longitude, k.explanation, k.device_id,
      k.device_name, k.account, k.account_name, k.time_zone, k.raised_at, k.created_at, k.traceparent, settled.reason,
      coalesce(settled.state, 'unfunded') as state, funds.is_open as has_counters, funds.units_left, k.price, k.day, k.month,
      -- A function in SQL is parsed again by each statement that calls it.
      case when settled.state is null then start_of_day(k.day + 1, k.time_zone) end as day_ends_at
    from known k cross join funds left join settled on true left join leaving on true`
  return row
}
