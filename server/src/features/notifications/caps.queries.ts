// The parts of the claim of a notification that compare and count what its account may spend. The rows are locked first,
// so what was compared still holds when it is counted.

import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CapDefaults, CapName, Prices } from '../spending/spending.types.ts'

/** In millionths of the currency; the longest prefix of a telephone number decides. */
export function priceOf(
  channel: Fragment,
  address: Fragment,
  { email, smsPrefixes, smsPrices, whatsapp, voice }: Prices,
): Fragment {
  return sql`case ${channel} when 'email' then ${email}::bigint when 'sms' then coalesce((
    select given.price from unnest(${smsPrefixes}::text[], ${smsPrices}::bigint[]) as given (prefix, price)
    where starts_with(${address}, given.prefix) order by length(given.prefix) desc limit 1), 0) when 'whatsapp' then ${whatsapp}::bigint when 'voice' then ${voice}::bigint else 0 end`
}

const daysOf = (claim: Fragment) =>
  sql`lateral (values ('day', ${claim}.day), ('month', ${claim}.month)) as p (period, starts_on)`

/** Locks what the account has spent today and this month, always in this order. */
export function lockCounters(ready: Fragment): Fragment {
  return sql`select s.account_id, s.period, s.starts_on, s.emails, s.sms,
      s.push + s.telegram + s.chat as messages, s.money
    from ${ready} as r, ${daysOf(sql`r`)}, spending s
    where s.account_id = r.account_id and s.period = p.period and s.starts_on = p.starts_on
    order by s.period for update of s`
}

const term = (name: CapName) => sql`(r.node_terms->>${name}::text)::bigint`

/**
 * One row per period for the messages of the channel and for money. `node_terms` are those of the resellers above the
 * account. A tenth of every cap is kept for critical alerts.
 */
export function compareCaps(
  ready: Fragment,
  counters: Fragment,
  { emailDay, smsDay, messageDay }: CapDefaults,
): Fragment {
  return sql`
    select it.kind, c.period, c.starts_on, it.cap, it.used, it.need,
      coalesce(it.need = 0 or it.cap - kept.units - it.used >= it.need, true) as fits,
      case when it.kind <> 'money' then it.cap - kept.units - it.used end as units_left
    from ${ready} as r cross join ${counters} as c left join spending_caps s on s.account_id = r.account_id,
      lateral (values
        (case when r.channel in ('push', 'telegram', 'chat') then 'message' else r.channel end,
          case
            when r.channel = 'email' and c.period = 'day'
              then least(coalesce(s.max_email_day, ${emailDay}::bigint), s.email_day, ${term('emailsPerDay')})
            when r.channel = 'email' then least(s.max_email_month, s.email_month, ${term('emailsPerMonth')})
            when r.channel = 'sms' and c.period = 'day'
              then least(coalesce(s.max_sms_day, ${smsDay}::bigint), s.sms_day, ${term('smsPerDay')})
            when r.channel = 'sms' then least(s.max_sms_month, s.sms_month, ${term('smsPerMonth')})
            when r.channel in ('push', 'telegram', 'chat') and c.period = 'day' then ${messageDay}::bigint
          end,
          case r.channel when 'email' then c.emails when 'sms' then c.sms else c.messages end, 1::bigint),
        ('money',
          case c.period
            when 'day' then least(s.max_money_day, s.money_day, ${term('moneyPerDay')})
            else least(s.max_money_month, s.money_month, ${term('moneyPerMonth')})
          end,
          c.money, r.price)) as it (kind, cap, used, need),
      lateral (select case when r.severity = 'critical' then 0 else (it.cap + 9) / 10 end as units) as kept`
}

/** Adds one message of the channel to the counters `s`, or takes it back. */
export function countsOf(channel: Fragment, sign: Fragment): Fragment {
  return sql`emails = s.emails ${sign} (${channel} = 'email')::int, sms = s.sms ${sign} (${channel} = 'sms')::int,
    push = s.push ${sign} (${channel} = 'push')::int, telegram = s.telegram ${sign} (${channel} = 'telegram')::int,
    chat = s.chat ${sign} (${channel} = 'chat')::int, whatsapp = s.whatsapp ${sign} (${channel} = 'whatsapp')::int,
    voice = s.voice ${sign} (${channel} = 'voice')::int`
}

/** `leaving` is a row source named `r`. */
export function spendCounters(leaving: Fragment): Fragment {
  return sql`
    update spending s set
      ${countsOf(sql`r.channel`, sql`+`)}, money = s.money + r.price
    from ${leaving}, ${daysOf(sql`r`)}
    where s.account_id = r.account_id and s.period = p.period and s.starts_on = p.starts_on`
}

/**
 * Notes a cap of which 80 % are used (80), one that suppresses ordinary alerts (90), and one that is used up or
 * suppresses a critical alert (100); once per cap and period.
 */
export function noticeCaps(known: Fragment, compared: Fragment, counted: Fragment, now: Date): Fragment {
  return sql`
    insert into spending_cap_notices (account_id, kind, period, starts_on, percent, cap, used, at)
    select k.account_id, c.kind, c.period, c.starts_on, noted.percent, c.cap, it.used, ${now}::timestamptz
    from ${known} as k cross join ${compared} as c left join ${counted} as sent on true
      cross join (values (80), (90), (100)) as noted (percent),
      lateral (select c.used + case when sent.day is null then 0 else c.need end as used) as it
    where c.cap is not null and c.need > 0 and case
      when sent.day is null then not c.fits and noted.percent = case k.severity when 'critical' then 100 else 90 end
      else noted.percent <> 90 and it.used * 100 >= c.cap * noted.percent end
    on conflict do nothing`
}

/** Takes back what a refused attempt was counted against. `refused` has its day, price and budget lease. */
export function lockRefunded(refused: Fragment, accountId: number): Fragment {
  return sql`
    select s.period, s.starts_on from ${refused} as r,
      lateral (values ('day', r.day), ('month', date_trunc('month', r.day)::date)) as p (period, starts_on), spending s
    where s.account_id = ${accountId} and s.period = p.period and s.starts_on = p.starts_on
    order by s.period for update of s`
}
