import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startNotifications } from '../notifications/worker.api.ts'
import { createSweep } from './worker.api.ts'

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let account: MadeAccount
let device: { id: string }
let sweep: () => Promise<boolean>
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  worker = await startNotifications(world.ctx)
  sweep = createSweep(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  account = await world.make.account({ licenses: 100 })
  device = await world.make.device(account)
  mailbox.messages.length = 0
  mailbox.behaviour = 'accepts'
})
afterEach(() => world.clock.release())

const minuteMs = 60_000
const call = (method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: account.token, body })

let contacts = 0
async function makeContact(name: string, isVerified = true): Promise<string> {
  contacts += 1
  const address = `${name.toLowerCase()}${contacts}@example.com`
  const { body } = await call('POST', '/api/contacts', { name, channel: 'email', address })
  if (isVerified)
    await world.superuser.query('update contacts set verified_at = now() where id = $1', [body.id])
  return body.id
}

async function makePolicy(steps: object[], fields: object = { defaultFor: ['critical', 'warning'] }) {
  const { status, body } = await call('POST', '/api/escalationPolicies', { name: 'Night', steps, ...fields })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.escalationPolicy
}

/** Raises an alert that no rule knows. */
async function raise(severity = 'warning'): Promise<string> {
  const { body } = await call('POST', `/api/devices/${device.id}/alerts`, {
    alert: { name: 'door.open', severity },
  })
  return body.id
}

async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await world.superuser.query(
        `select count(*)::int as count from notifications
         where account_id = $1 and (state = 'sending' or (state = 'waiting' and due_at <= $2))`,
        [account.accountId, world.ctx.now()],
      )
      return rows[0].count
    })
    .toBe(0)
}

/** Moves the clock, and does what is due until nothing is. */
async function goTo(minutes: number): Promise<void> {
  world.clock.offsetMs = minutes * minuteMs
  do await settled()
  while (await sweep())
  await settled()
}

const escalationOf = async (alertId: string) => {
  const r = await call('GET', `/api/alerts/${alertId}/escalation`)
  return r.body.escalation
}
const namesOf = (escalation: { rounds: { notices: { name: string }[] }[] }) =>
  escalation.rounds.map(({ notices }) => notices.map(({ name }) => name).join('+'))
const recipients = () => mailbox.messages.map(({ to }) => to.replace(/\d*@.*/, ''))

describe('an alert that nobody acknowledges', () => {
  test('notifies step after step, with repetitions, and ends', async () => {
    const [ana, bea] = [await makeContact('Ana'), await makeContact('Bea')]
    await makePolicy([
      { afterMinutes: 0, contacts: [ana], repeat: 1, repeatMinutes: 5 },
      { afterMinutes: 10, contacts: [ana, bea] },
    ])
    const id = await raise()
    await goTo(0)
    expect(recipients()).toEqual(['ana'])
    const first = await escalationOf(id)
    expect(first).toMatchObject({
      policyName: 'Night',
      endedAt: null,
      next: { step: 0, round: 1, names: ['Ana'] },
    })
    expect(first.rounds[0].notices[0]).toMatchObject({
      name: 'Ana',
      channel: 'email',
      state: 'sent',
      reason: null,
    })
    await goTo(4)
    expect(recipients()).toEqual(['ana'])
    await goTo(6)
    expect(recipients()).toEqual(['ana', 'ana'])
    await goTo(17)
    expect(recipients().sort()).toEqual(['ana', 'ana', 'ana', 'bea'])
    const done = await escalationOf(id)
    expect(namesOf(done)).toEqual(['Ana', 'Ana', 'Ana+Bea'])
    expect(done).toMatchObject({ outcome: 'finished', next: null })
    await goTo(55)
    expect(recipients()).toHaveLength(4)
    const { rows } = await world.superuser.query(
      `select data->>'step' as step, data->>'nextAt' is null as is_last from outbox
       where account_id = $1 and type = 'escalation.notified' order by number`,
      [account.accountId],
    )
    expect(rows.map(({ step, is_last }) => [step, is_last])).toEqual([
      ['0', false],
      ['0', false],
      ['1', true],
    ])
  })

  test.each(['acknowledge', 'resolve'] as const)(
    'ends with %s, also what waits to be sent',
    async (action) => {
      const [ana, bea] = [await makeContact('Ana'), await makeContact('Bea')]
      await makePolicy([
        { afterMinutes: 0, contacts: [ana] },
        { afterMinutes: 5, contacts: [bea] },
        { afterMinutes: 2, contacts: [bea] },
      ])
      const id = await raise()
      await goTo(1)
      // The message of the second step is refused for now, and waits to be sent again.
      mailbox.behaviour = { recipient: 450 }
      await goTo(6)
      await call('POST', `/api/alerts/${id}/${action}`)
      mailbox.behaviour = 'accepts'
      await goTo(12)
      expect(recipients()).toEqual(['ana'])
      const escalation = await escalationOf(id)
      expect(escalation).toMatchObject({ outcome: `${action}d`, next: null })
      expect(escalation.rounds[1].notices[0]).toMatchObject({
        state: 'suppressed',
        reason: 'alert_acknowledged',
      })
    },
  )

  test('goes on at once if nobody could be reached, and not because of a repeat', async () => {
    const [ana, bea] = [await makeContact('Ana', false), await makeContact('Bea')]
    await makePolicy([
      { afterMinutes: 0, contacts: [ana], repeat: 3 },
      { afterMinutes: 30, contacts: [bea] },
      { afterMinutes: 30, contacts: [bea] },
    ])
    const id = await raise()
    await goTo(0)
    const escalation = await escalationOf(id)
    expect(namesOf(escalation)).toEqual(['Ana', 'Bea'])
    expect(escalation.rounds[0].notices[0]).toMatchObject({ state: 'failed', reason: 'contact_unverified' })
    expect(recipients()).toEqual(['bea'])
    expect(Date.parse(escalation.next.dueAt) - Date.parse(escalation.rounds[1].doneAt)).toBe(30 * minuteMs)
  })

  test('keeps the steps it started with; deleted contacts are skipped', async () => {
    const [ana, bea, caro] = [await makeContact('Ana'), await makeContact('Bea'), await makeContact('Caro')]
    const policy = await makePolicy([
      { afterMinutes: 0, contacts: [ana] },
      { afterMinutes: 5, contacts: [bea, caro] },
    ])
    const id = await raise()
    await goTo(0)
    await call('DELETE', `/api/contacts/${bea}`)
    expect(
      (await call('GET', `/api/escalationPolicies/${policy.id}`)).body.escalationPolicy.steps[1],
    ).toMatchObject({
      contacts: [caro],
    })
    expect((await call('DELETE', `/api/escalationPolicies/${policy.id}`)).status).toBe(200)
    await goTo(6)
    expect(namesOf(await escalationOf(id))).toEqual(['Ana', 'Caro'])
  })

  test('of a suspended account does not run through its steps', async () => {
    const ana = await makeContact('Ana')
    await makePolicy([
      { afterMinutes: 0, contacts: [ana] },
      { afterMinutes: 5, contacts: [ana] },
    ])
    const id = await raise()
    const suspend = (status: string) =>
      world.superuser.query(`update directory_accounts set status = $2 where account_id = $1`, [
        account.accountId,
        status,
      ])
    await suspend('suspended')
    await goTo(1)
    await suspend('active')
    const escalation = await escalationOf(id)
    expect(namesOf(escalation)).toEqual(['Ana'])
    expect(escalation.rounds[0].notices[0]).toMatchObject({
      state: 'suppressed',
      reason: 'account_suspended',
    })
  })
})

describe('the policy', () => {
  test('is the one of the rule, none, or the default of the severity', async () => {
    const [ana, bea] = [await makeContact('Ana'), await makeContact('Bea')]
    await makePolicy([{ afterMinutes: 0, contacts: [ana] }], { defaultFor: ['critical'] })
    const own = await makePolicy([{ afterMinutes: 0, contacts: [bea] }], { name: 'Doors' })
    const rule = (fields: object) =>
      call('POST', '/api/alertRules', { name: `Doors ${Math.random()}`, type: 'reported', ...fields })
    await raise('warning')
    await raise('critical')
    const { body } = await rule({ settings: { names: ['door.open'] }, escalation: own.id })
    await raise('critical')
    await goTo(0)
    expect(recipients()).toEqual(['ana', 'bea'])
    expect((await rule({ escalation: 'esc_0aB1cD2eF3gH4iJ5kL6mN7' })).body.details[0].path).toBe('escalation')
    await call('PATCH', `/api/alertRules/${body.id}`, { escalation: 'none' })
    const silent = await raise('critical')
    expect(await escalationOf(silent)).toBeNull()
    await call('PATCH', `/api/alertRules/${body.id}`, { escalation: own.id })
    await call('DELETE', `/api/escalationPolicies/${own.id}`)
    expect((await call('GET', `/api/alertRules/${body.id}`)).body.escalation).toBe('default')
  })

  test('needs recipients that exist, and is the only default of a severity', async () => {
    const ana = await makeContact('Ana')
    const ask = (steps: object[], fields = {}) =>
      call('POST', '/api/escalationPolicies', { name: `P ${Math.random()}`, steps, ...fields })
    expect((await ask([{ afterMinutes: 0 }])).body.details[0].path).toBe('steps.0')
    expect((await ask([{ afterMinutes: 0, contacts: ['con_0aB1cD2eF3gH4iJ5kL6mN7'] }])).status).toBe(400)
    expect((await ask([{ afterMinutes: 0, contacts: [ana], repeat: 6 }])).status).toBe(400)
    expect((await ask(Array.from({ length: 11 }, () => ({ afterMinutes: 0, contacts: [ana] })))).status).toBe(
      400,
    )
    const good = [{ afterMinutes: 0, contacts: [ana] }]
    expect((await ask(good, { defaultFor: ['critical'] })).status).toBe(201)
    expect((await ask(good, { defaultFor: ['critical'] })).body.code).toBe('escalationPolicies.default_taken')
  })
})

describe('an on-call schedule', () => {
  const startsOn = '2026-01-01'
  test('names who is notified when the step is due; overrides come first', async () => {
    const [ana, bea] = [await makeContact('Ana'), await makeContact('Bea')]
    const { body } = await call('POST', '/api/onCallSchedules', {
      name: 'Night',
      timeZone: 'Europe/Madrid',
      layers: [{ startsOn, participants: [ana] }],
    })
    const schedule = body.onCallSchedule
    expect(schedule.layers[0]).toMatchObject({
      rotation: 'weekly',
      handoverTime: '09:00',
      handoverWeekday: 1,
    })
    const path = `/api/onCallSchedules/${schedule.id}`
    await makePolicy([
      { afterMinutes: 0, onCall: schedule.id },
      { afterMinutes: 5, onCall: schedule.id },
    ])
    const id = await raise()
    await goTo(0)
    const now = world.ctx.now().getTime()
    const span = { from: new Date(now).toISOString(), to: new Date(now + 3_600_000).toISOString() }
    const override = await call('POST', `${path}/overrides`, { ...span, participant: bea })
    expect([override.status, override.text]).toEqual([201, override.text])
    expect((await call('GET', `${path}/onCall`)).body.onCall).toMatchObject({
      name: 'Bea',
      isReachable: true,
    })
    expect((await escalationOf(id)).next.names).toEqual(['Bea'])
    await goTo(6)
    expect(namesOf(await escalationOf(id))).toEqual(['Ana', 'Bea'])
    const { shifts } = (await call('GET', `${path}/shifts`)).body
    expect(shifts.slice(0, 2).map(({ onCall }: { onCall: { name: string } }) => onCall.name)).toEqual([
      'Bea',
      'Ana',
    ])
    expect((await call('DELETE', path)).body.code).toBe('onCallSchedules.in_use')
    expect((await call('DELETE', `${path}/overrides/${override.body.override.id}`)).status).toBe(200)
    expect((await call('GET', `${path}/onCall`)).body.onCall.name).toBe('Ana')
  })

  test('a gap is shown, and the step goes on at once', async () => {
    const ana = await makeContact('Ana')
    const { body } = await call('POST', '/api/onCallSchedules', {
      name: 'Later',
      layers: [{ startsOn: '2030-01-01', participants: [ana] }],
    })
    const { id } = body.onCallSchedule
    expect((await call('GET', `/api/onCallSchedules/${id}/onCall`)).body.onCall).toBeNull()
    expect((await call('GET', `/api/onCallSchedules/${id}/shifts`)).body.shifts).toMatchObject([
      { onCall: null },
    ])
    await makePolicy([
      { afterMinutes: 0, onCall: id, repeat: 2 },
      { afterMinutes: 30, contacts: [ana] },
    ])
    const alert = await raise()
    await goTo(0)
    expect(namesOf(await escalationOf(alert))).toEqual(['', 'Ana'])
  })
})
