// Accounts whose alerts notify a contact, and what the counters say about them, for tests of spending caps.

import type { ManagedNode } from '../src/features/resale/resale.types.ts'
import { changeAllowedCaps } from '../src/features/spending/cap.api.ts'
import { changePlatformCaps } from '../src/features/spending/platform-cap.api.ts'
import type { CapName } from '../src/features/spending/spending.types.ts'
import type { MadeAccount } from './make.ts'
import type { NotifiedDevice } from './notified-device.ts'
import { makeNotifiedDevice } from './notified-device.ts'
import type { World } from './world.ts'

type Changes = Partial<Record<CapName, number | null | 'default'>> & { timeZone?: string }

export interface CappedAccount {
  account: MadeAccount
  notified: NotifiedDevice
}

export async function makeCapped(
  world: World,
  given: { channel?: 'email' | 'sms'; address?: string; timeZone?: string; caps?: Changes } = {},
): Promise<CappedAccount> {
  const { caps, timeZone, ...contact } = given
  const account = await world.make.account(timeZone ? { timeZone } : {})
  const device = await world.make.device(account)
  const notified = await makeNotifiedDevice(world, account, { deviceId: device.id, ...contact })
  if (caps) await allow(world, account, caps)
  return { account, notified }
}

/** What the operator allows the account. */
export async function allow(world: World, { accountId, account }: MadeAccount, caps: Changes): Promise<void> {
  await changeAllowedCaps(world.ctx, { accountId, publicId: account }, caps)
}

/** Resets what the platform has spent, and sets its caps; the others have none. */
export async function startPlatform(world: World, caps: Changes): Promise<void> {
  await world.superuser.query(
    'truncate platform_spending, granted_budget_leases, platform_cap_notices, node_spending, node_cap_notices',
  )
  await world.superuser.query('delete from budget_leases')
  const unset: Changes = Object.fromEntries(
    ['emailsPerDay', 'emailsPerMonth', 'smsPerDay', 'smsPerMonth', 'moneyPerDay', 'moneyPerMonth'].map(
      (name) => [name, 'default'],
    ),
  )
  await changePlatformCaps(world.ctx, { ...unset, timeZone: 'UTC', ...caps })
}

/** What the platform counts as spent, by period. */
export async function platformSpent(
  world: World,
): Promise<Record<string, { emails: number; sms: number; money: number }>> {
  const { rows } = await world.superuser.query(
    'select period, emails::int, sms::int, money::int from platform_spending order by period',
  )
  return Object.fromEntries(rows.map(({ period, ...spent }) => [period, spent]))
}

/** What a reseller counts as spent on the current day. */
export async function resellerSpent(
  world: World,
  { id }: Pick<ManagedNode, 'id'>,
): Promise<{ emails: number; sms: number; money: number } | undefined> {
  const { rows } = await world.superuser.query(
    `select s.emails::int, s.sms::int, s.money::int from node_spending s join nodes n on n.number = s.node
     where n.id = $1 and s.period = 'day' order by s.starts_on desc limit 1`,
    [id],
  )
  return rows[0]
}

/** What accounts hold of the platform's budget. */
export async function unitsHeld(world: World): Promise<number> {
  const { rows } = await world.superuser.query(
    'select coalesce(sum(units_left), 0)::int as held from budget_leases',
  )
  return rows[0].held
}
