// A device whose alerts notify a contact, written directly into the database without rules being evaluated.

import { notifyOf } from '../src/features/notifications/notification.api.ts'
import type { Channel } from '../src/features/notifications/notification.types.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'

export interface NotifiedDevice {
  accountId: number
  deviceId: string
  deviceNumber: number
  ruleNumber: number
  /** Raises alerts with their notifications. */
  raise(count: number, fields?: AlertFields): Promise<void>
  /** Counts by state and reason. */
  states(): Promise<Record<string, number>>
  /** Messages counted against the limits, over all days. */
  units(): Promise<Record<string, number>>
  attempts(): Promise<Record<string, number>>
  /** Waits until nothing is being sent or due. */
  settled(timeoutMs?: number): Promise<void>
}

export interface AlertFields {
  name?: string
  text?: string
  severity?: 'info' | 'warning' | 'critical'
  /** By default every alert has its own topic. */
  topic?: string
  coordinates?: [latitude: number, longitude: number]
  explanation?: object
}

export async function makeNotifiedDevice(
  world: World,
  account: MadeAccount,
  given: {
    deviceId: string
    channel?: Channel
    address?: string
    verified?: boolean
    language?: string
  },
): Promise<NotifiedDevice> {
  const { accountId } = account
  const { deviceId, channel = 'email', verified = true, language = 'en' } = given
  const query = async (text: string, values: unknown[]) => (await world.superuser.query(text, values)).rows
  const [device] = await query('select number from devices where account_id = $1 and id = $2', [
    accountId,
    deviceId,
  ])
  const address =
    given.address ??
    (channel === 'email' ? `${randomText(8)}@example.com` : `+34${Math.floor(6e8 + Math.random() * 1e8)}`)
  const [contact] = await query(
    `insert into contacts (account_id, id, name, channel, address, language, verified_at, created_at, modified_at)
     values ($1, $2, 'Contact', $3, $4, $5, case when $6 then now() end, now(), now())
     on conflict (account_id, channel, address) do update set name = excluded.name returning number`,
    [accountId, `con_${randomText(22)}`, channel, address, language, verified],
  )
  const [rule] = await query(
    `insert into alert_rules (account_id, id, name, kind, enabled, severity, settings, conditions, applies_to,
       created_at, modified_at)
     values ($1, $2, $3, 'reported', true, 'warning', '{}', '{}', 'all', now(), now()) returning number`,
    [accountId, `rul_${randomText(22)}`, `Rule ${randomText(8)}`],
  )
  await query('insert into rule_contacts values ($1, $2, $3)', [accountId, rule.number, contact.number])
  const deviceNumber: number = device.number
  const ruleNumber: number = rule.number

  async function raise(count: number, fields: AlertFields = {}) {
    const {
      name = 'Too fast',
      text = null,
      severity = 'warning',
      topic,
      coordinates,
      explanation = null,
    } = fields
    const now = world.ctx.now()
    const alerts = await query(
      `insert into alerts (account_id, id, device_number, rule_number, name, severity, text, at, raised_at, latitude,
         longitude, cause, explanation)
       select $1, id, $2, $3, $4, $5, $6, $7, $7, $8, $9, id, $10 from unnest($11::text[]) as id
       returning number::int, id`,
      [
        accountId,
        deviceNumber,
        ruleNumber,
        name,
        severity,
        text,
        now,
        coordinates ? Math.round(coordinates[0] * 1e7) : null,
        coordinates ? Math.round(coordinates[1] * 1e7) : null,
        explanation && JSON.stringify(explanation),
        Array.from({ length: count }, () => `alt_${randomText(22)}`),
      ],
    )
    const db = world.ctx.db.forAccount(accountId)
    const toNotify = alerts.map(({ number, id }) => ({
      accountId,
      alertNumber: number,
      deviceNumber,
      ruleNumber,
      topic: topic ?? id,
    }))
    await notifyOf({ db, now: world.ctx.now }, toNotify)
  }

  const counted = async (text: string) =>
    Object.fromEntries(
      (await query(text, [accountId, deviceNumber])).map(({ what, count }) => [what, Number(count)]),
    )
  return {
    accountId,
    deviceId,
    deviceNumber,
    ruleNumber,
    raise,
    states: () =>
      counted(`select concat_ws(' ', state, reason) as what, count(*) from notifications
        where account_id = $1 and device_number = $2 group by 1`),
    units: () =>
      counted(`select channel as what, sum(sent) as count from daily_counts
        where account_id = $1 and device_number = $2 group by 1`),
    attempts: () =>
      counted(`select coalesce(t.outcome, 'open') as what, count(*) from notification_attempts t
        join notifications n on n.account_id = t.account_id and n.number = t.notification_number
        where n.account_id = $1 and n.device_number = $2 group by 1`),
    async settled(timeoutMs = 30_000) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const [row] = await query(
          `select count(*)::int as count from notifications where account_id = $1 and device_number = $2
           and (state = 'sending' or (state = 'waiting' and due_at <= $3))`,
          [accountId, deviceNumber, world.ctx.now()],
        )
        if (row.count === 0) return
        if (Date.now() > until) throw new Error(`${row.count} notifications are still being sent`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
