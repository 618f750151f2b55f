// Accounts with contacts, an on-call schedule and a policy.

import { randomText } from '../../server/src/platform/crypto/ids.ts'
import type { Installation } from '../installation/installation.ts'

export interface PreparedAccount {
  accountId: number
  ownerId: string
  deviceNumber: number
  /** In the order of the rotation. */
  contactIds: string[]
  policyId: string
}

const contactCount = 5

interface Prepared {
  count: number
  timeZone: string
  /** The rotation begins some days before. */
  from: string
  index: number
}

export async function prepareAccounts(
  { addAccount, query }: Pick<Installation, 'addAccount' | 'query'>,
  { count, timeZone, from, index }: Prepared,
): Promise<PreparedAccount[]> {
  const startsOn = new Date(Date.parse(from) - 3 * 86_400_000).toISOString().slice(0, 10)
  const accounts: PreparedAccount[] = []
  for (let number = 0; number < count; number += 1) {
    const { accountId } = await addAccount(`escalation-${index}-${number}@example.com`)
    const [owner] = await query<{ id: string }>(
      `select id from users where account_id = $1 and role = 'owner'`,
      [accountId],
    )
    const [device] = await query<{ number: number }>(
      `insert into devices (account_id, id, name, daily_email_limit, created_at, modified_at)
       values ($1, $2, 'Boat', null, now(), now()) returning number`,
      [accountId, `dev_${randomText(22)}`],
    )
    const contactIds = Array.from({ length: contactCount }, () => `con_${randomText(22)}`)
    await query(
      `insert into contacts (account_id, id, name, channel, address, language, verified_at, created_at, modified_at)
       select $1, id, 'Contact', 'email', lower(id) || '@example.com', 'en', now(), now(), now()
       from unnest($2::text[]) as id`,
      [accountId, contactIds],
    )
    const scheduleId = `ocs_${randomText(22)}`
    const layer = {
      ...{ name: '', rotation: 'daily', handoverWeekday: 1, handoverTime: '02:30', startsOn, hours: [] },
      participants: contactIds,
    }
    await query(
      `insert into on_call_schedules (account_id, id, name, time_zone, layers, created_at, modified_at)
       values ($1, $2, 'Daily', $3, $4, now(), now())`,
      [accountId, scheduleId, timeZone, JSON.stringify([layer])],
    )
    const policyId = `esc_${randomText(22)}`
    const step = (afterMinutes: number, contacts: string[], fields: object = {}) => ({
      ...{ afterMinutes, contacts, onCall: null, repeat: 0, repeatMinutes: 5, ...fields },
    })
    const steps =
      index < 4
        ? [
            step(0, contactIds.slice(0, 1), { repeat: 1 }),
            step(10, [], { onCall: scheduleId }),
            step(30, contactIds.slice(0, 2), { repeat: 2, repeatMinutes: 7 }),
          ]
        : [
            step(0, contactIds.slice(0, 1)),
            step(0, [], { onCall: scheduleId }),
            step(1, contactIds.slice(0, 3)),
          ]
    await query(
      `insert into escalation_policies (account_id, id, name, steps, default_for, created_at, modified_at)
       values ($1, $2, 'Night', $3, '{critical}', now(), now())`,
      [accountId, policyId, JSON.stringify(steps)],
    )
    accounts.push({ accountId, ownerId: owner!.id, deviceNumber: device!.number, contactIds, policyId })
  }
  return accounts
}

/** Writes critical alerts without judging. Returns their numbers and ids. */
export function insertAlerts(
  query: Installation['query'],
  { accountId, deviceNumber }: PreparedAccount,
  count: number,
  at: Date,
): Promise<{ number: string; id: string }[]> {
  const ids = Array.from({ length: count }, () => `alt_${randomText(22)}`)
  return query(
    `insert into alerts (account_id, id, device_number, name, severity, at, raised_at, cause)
     select $1, id, $2, 'sos', 'critical', $3, $3, id from unnest($4::text[]) as id returning number, id`,
    [accountId, deviceNumber, at, ids],
  )
}
