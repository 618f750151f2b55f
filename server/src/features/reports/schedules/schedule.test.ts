import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reopen, suspend } from '../../../../test/account-life.ts'
import { verifyEmailOf } from '../../../../test/identity.ts'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { dailySummary, makeVerifiedContact, passOnce } from '../../../../test/scheduled.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import type { Mailer } from '../../notifications/mail.api.ts'
import { createMailSender } from '../../notifications/mail.api.ts'

const start = '2026-11-18T12:00:00Z'
const path = '/api/reportSchedules'

let world: World
let mailbox: Mailbox
let mailer: Mailer
let account: MadeAccount
let contact: { id: string; address: string }
let deviceId: string
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_LOG_LEVEL: 'silent' })
  mailer = createMailSender(world.ctx)!
})
afterAll(async () => {
  await mailer.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  world.clock.hold(start)
  mailbox.messages.length = 0
  mailbox.behaviour = 'accepts'
  account = await world.make.account({ timeZone: 'Europe/Madrid' })
  deviceId = (await world.make.device(account)).id
  contact = await makeVerifiedContact(world, account)
})
// Schedules of earlier tests must not send in later ones.
afterEach(() => world.superuser.query('delete from report_schedules'))

const call = (method: string, url: string, body?: unknown, token = account.token) =>
  world.call(method, url, { token, body })
async function create(fields: object = {}, token = account.token) {
  const { status, body } = await call('POST', path, dailySummary([contact.id], fields), token)
  expect([status, body.error]).toEqual([201, undefined])
  return body.reportSchedule
}
async function passAt(instant: string) {
  world.clock.hold(instant)
  await passOnce(world.ctx, world.ctx, mailer)
  // The one before has expired.
  account.token = await world.make.token(account.userName, account.apiKey)
}
const get = async (id: string) => (await call('GET', `${path}/${id}`)).body.reportSchedule
const runsOf = async (id: string) => (await call('GET', `${path}/${id}/runs`)).body.reportScheduleRuns
/** The decoded parts of a message, as one text. */
function textOf(raw: string): string {
  const joined = raw
    .replace(/=\r\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
  return joined.replace(/=\?UTF-8\?Q\?(.*?)\?=/g, '$1').replaceAll('\r\n ', ' ')
}

describe('a schedule', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const made = await create({ name: 'Fleet, every morning' })
    expect(made).toMatchObject({
      name: 'Fleet, every morning',
      request: { report: 'fleetSummary', language: 'en', units: 'metric' },
      rhythm: { every: 'daily' },
      recipients: [contact.id],
      sendsEmpty: false,
      enabled: true,
      timeZone: 'Europe/Madrid',
      userId: account.ownerId,
      nextRunAt: '2026-11-19T06:00:00.000Z',
      stopped: null,
      lastRun: null,
    })
    expect((await call('GET', path)).body.reportSchedules).toEqual([made])
    expect(await get(made.id)).toEqual(made)

    const patched = await call('PATCH', `${path}/${made.id}`, { time: '23:15', period: 'lastMonth' })
    expect(patched.body.reportSchedule).toMatchObject({
      time: '23:15',
      period: 'lastMonth',
      nextRunAt: '2026-11-18T22:15:00.000Z',
    })
    const disabled = await call('PATCH', `${path}/${made.id}`, { enabled: false })
    expect(disabled.body.reportSchedule).toMatchObject({ enabled: false, nextRunAt: null })
    const rhythm = { every: 'monthly', day: 'last' }
    const replaced = await call('PUT', `${path}/${made.id}`, dailySummary([contact.id], { rhythm }))
    expect(replaced.body.reportSchedule).toMatchObject({ rhythm, nextRunAt: '2026-11-30T06:00:00.000Z' })

    expect((await call('DELETE', `${path}/${made.id}`)).status).toBe(200)
    expect((await call('GET', `${path}/${made.id}`)).status).toBe(404)
    const { body } = await call('GET', `/api/audit?targetId=${made.id}`)
    expect(JSON.stringify(body)).toContain('reportSchedules.deleted')
  })

  test.each([
    ['a contact that does not exist', { recipients: ['con_0000000000000000000000'] }, 'recipients.0'],
    ['no recipient', { recipients: [] }, 'recipients'],
    ['21 recipients', { recipients: Array.from({ length: 21 }, (_, index) => `con_${index}`) }, 'recipients'],
    ['four formats', { formats: ['csv', 'pdf', 'xlsx', 'html'] }, 'formats'],
    ['an unknown weekday', { rhythm: { every: 'weekly', weekday: 'caturday' } }, 'rhythm'],
    ['the 32nd', { rhythm: { every: 'monthly', day: 32 } }, 'rhythm'],
    ['a time that no clock shows', { time: '24:00' }, 'time'],
    ['a period', { request: { report: 'fleetSummary', from: '2026-01-01' } }, 'request'],
    ['an unknown column', { request: { report: 'fleetSummary', columns: ['nothing'] } }, 'columns'],
  ])('is refused with %s', async (_what, fields, at) => {
    const { status, body } = await call('POST', path, dailySummary([contact.id], fields))
    expect([status, JSON.stringify(body.details)]).toEqual([400, expect.stringContaining(at)])
  })

  test('is refused with a contact that is not verified, or has no e-mail', async () => {
    const unverified = await world.make.contact(account)
    const phone = await makeVerifiedContact(world, account, { channel: 'sms', address: '+34600111222' })
    for (const { id } of [unverified, phone])
      expect((await call('POST', path, dailySummary([id]))).status).toBe(400)
  })

  test('can be paused though a recipient is no longer verified', async () => {
    const { id } = await create()
    await world.superuser.query('update contacts set verified_at = null where id = $1', [contact.id])
    const paused = await call('PATCH', `${path}/${id}`, { enabled: false })
    expect([paused.status, paused.body.reportSchedule.recipients]).toEqual([200, [contact.id]])
    const other = await world.make.contact(account)
    const refused = await call('PATCH', `${path}/${id}`, { recipients: [contact.id, other.id] })
    expect([refused.status, refused.body.details]).toMatchObject([400, [{ path: 'recipients.1' }]])
  })

  test('needs the privilege, and an API key without limits', async () => {
    const reader = await world.make.user(account, { privileges: ['reports.read'] })
    expect((await call('POST', path, dailySummary([contact.id]), reader.token)).body.code).toBe(
      'access.privilege_missing',
    )
    const manager = await world.make.user(account, { privileges: ['reports.manage'] })
    expect((await call('POST', path, dailySummary([contact.id]), manager.token)).body.error).toContain(
      'reports.read',
    )
    const key = await call('POST', '/api/apiKeys', {
      name: 'limited',
      privileges: ['reports.read', 'reports.manage'],
    })
    const token = await world.make.token(account.userName, key.body.secret ?? key.body.apiKey)
    expect((await call('POST', path, dailySummary([contact.id]), token)).body.code).toBe('access.key_limited')
  })

  test('is seen by those with full scope, and by its own user', async () => {
    const group = await world.make.group(account)
    const fields = { groupIds: [group.id], privileges: ['reports.read', 'reports.manage', 'alerts.manage'] }
    const [ana, ben] = [await world.make.user(account, fields), await world.make.user(account, fields)]
    // Only own contacts.
    expect((await call('POST', path, dailySummary([contact.id]), ana.token)).status).toBe(400)
    const own = await makeVerifiedContact(world, account, { userId: ana.id })
    const { body } = await call('POST', path, dailySummary([own.id]), ana.token)
    const { id } = body.reportSchedule
    for (const [token, status] of [
      [ana.token, 200],
      [account.token, 200],
      [ben.token, 404],
    ] as const) {
      expect((await call('GET', `${path}/${id}`, undefined, token)).status).toBe(status)
      expect((await call('GET', `${path}/${id}/runs`, undefined, token)).status).toBe(status)
    }
    expect((await call('GET', path, undefined, ben.token)).body.reportSchedules).toEqual([])
    expect((await call('DELETE', `${path}/${id}`, undefined, ben.token)).status).toBe(404)
  })

  test('is one of at most 50', async () => {
    for (let count = 0; count < 50; count += 1) await create()
    expect((await call('POST', path, dailySummary([contact.id]))).body.code).toBe('reportSchedules.too_many')
  })
})

describe('a report that is due', () => {
  test('is sent to every recipient, with its files', async () => {
    const other = await makeVerifiedContact(world, account)
    const { id } = await create({
      name: 'Every <b>morning</b>',
      formats: ['json', 'csv'],
      recipients: [contact.id, other.id],
    })
    await passAt('2026-11-19T05:59:59Z')
    expect(mailbox.messages).toEqual([])
    await passAt('2026-11-19T06:00:00Z')
    expect(mailbox.messages.map(({ to }) => to).sort()).toEqual([contact.address, other.address].sort())
    const text = textOf(mailbox.messages[0]!.raw)
    expect(text).toMatch(/^Subject: \S*Every_<b>morning<\/b>/m)
    expect(text).toContain('Every <b>morning</b> – Nov 18, 2026')
    expect(text).toContain('Distance (km): 0.0')
    expect(text).toContain('Every &lt;b&gt;morning&lt;/b&gt;')
    expect(text).toMatch(/filename=\S*\.json/)
    expect(text).toMatch(/filename=\S*\.csv/)
    expect(text).toContain('chose you as a recipient')
    const [run] = await runsOf(id)
    expect(run).toMatchObject({
      day: '2026-11-19',
      isTest: false,
      period: { from: '2026-11-18', to: '2026-11-18' },
      state: 'sent',
      reportRunIds: [expect.stringMatching(/^rpt_/), expect.stringMatching(/^rpt_/)],
      emails: [
        { contactId: contact.id, state: 'sent', attempts: 1, unknownAttempts: 0 },
        { contactId: other.id, state: 'sent' },
      ],
    })
    await passAt('2026-11-19T06:00:10Z')
    expect(mailbox.messages).toHaveLength(2)
  })

  test('is the last run of its schedule, tests are not', async () => {
    const { id } = await create({ sendsEmpty: true })
    await verifyEmailOf(world, account.ownerId)
    expect((await call('POST', `${path}/${id}/test`)).status).toBe(202)
    expect((await get(id)).lastRun).toBeNull()
    mailbox.behaviour = { recipient: 550 }
    await passAt('2026-11-19T06:00:00Z')
    expect((await get(id)).lastRun).toMatchObject({
      ...{ day: '2026-11-19', state: 'sent', reason: null, unsentEmails: 1 },
      startedAt: '2026-11-19T06:00:00.000Z',
    })
    mailbox.behaviour = 'accepts'
    await passAt('2026-11-20T06:00:00Z')
    expect((await get(id)).lastRun).toMatchObject({ day: '2026-11-20', state: 'sent', unsentEmails: 0 })
  })

  test('is sent once for the newest day if the process was down', async () => {
    const { id } = await create()
    await passAt('2026-12-03T05:00:00Z')
    await passAt('2026-12-03T05:00:10Z')
    expect(mailbox.messages).toHaveLength(1)
    expect((await runsOf(id)).map((run: { day: string }) => run.day)).toEqual(['2026-12-02'])
    expect((await get(id)).nextRunAt).toBe('2026-12-03T06:00:00.000Z')
  })

  test('is sent at the local time after a change of the time zone, and never twice for a day', async () => {
    const { id } = await create()
    await passAt('2026-11-19T06:00:00Z')
    await call('PATCH', '/api/account', { timeZone: 'America/Los_Angeles' })
    await passAt('2026-11-19T06:00:05Z')
    // The 19th was reported; there it is still the 18th.
    expect((await get(id)).nextRunAt).toBe('2026-11-20T15:00:00.000Z')
    await call('PATCH', '/api/account', { timeZone: 'Pacific/Auckland' })
    await passAt('2026-11-19T06:00:10Z')
    expect((await get(id)).nextRunAt).toBe('2026-11-19T18:00:00.000Z')
    expect(mailbox.messages).toHaveLength(1)
    await passAt('2026-11-19T18:00:00Z')
    expect(mailbox.messages).toHaveLength(2)
  })

  test('is not sent a second time because the time was changed on that day', async () => {
    const { id } = await create()
    await passAt('2026-11-19T06:00:00Z')
    await call('PATCH', `${path}/${id}`, { time: '09:00' })
    await passAt('2026-11-19T08:00:00Z')
    expect(mailbox.messages).toHaveLength(1)
    expect((await get(id)).nextRunAt).toBe('2026-11-20T08:00:00.000Z')
  })

  test('without rows is sent only if wanted', async () => {
    await call('DELETE', `/api/devices/${deviceId}`)
    const quiet = await create({ request: { report: 'trips' } })
    const loud = await create({ request: { report: 'trips' }, sendsEmpty: true })
    await passAt('2026-11-19T06:00:00Z')
    expect(mailbox.messages).toHaveLength(1)
    expect((await runsOf(quiet.id))[0]).toMatchObject({ state: 'empty', emails: [] })
    expect((await runsOf(loud.id))[0]).toMatchObject({ state: 'sent' })
  })

  test('has the working hours of its request', async () => {
    const workingHours = { days: ['saturday'], from: '22:00', to: '06:00' }
    const made = await create({ request: { report: 'workTime', workingHours }, sendsEmpty: true })
    expect(made.request.workingHours).toEqual(workingHours)
    await passAt('2026-11-19T06:00:30Z')
    const { rows } = await world.superuser.query('select request from report_runs where account_id = $1', [
      account.accountId,
    ])
    expect(rows).toMatchObject([{ request: { report: 'workTime', workingHours } }])
  })

  test('is not sent to a contact that is no longer verified', async () => {
    const { id } = await create()
    await call('PATCH', `/api/contacts/${contact.id}`, { address: 'elsewhere@example.com' })
    await passAt('2026-11-19T06:00:00Z')
    expect(mailbox.messages).toEqual([])
    expect((await runsOf(id))[0].emails).toMatchObject([{ state: 'failed', reason: 'contact_unverified' }])
  })

  test('is linked instead of attached if it is too large', async () => {
    await create()
    world.clock.hold('2026-11-19T06:00:00Z')
    const { startAllDue, collectAllFiles, sendAllDue } = await import('./worker.api.ts')
    const { writeNext } = await import('../reporter.api.ts')
    await startAllDue(world.ctx)
    while (await writeNext(world.ctx));
    await world.superuser.query('update report_runs set bytes = 8388609 where account_id = $1', [
      account.accountId,
    ])
    await collectAllFiles(world.ctx)
    await sendAllDue(world.ctx, mailer)
    const text = textOf(mailbox.messages[0]!.raw)
    expect(text).toContain(`${world.ctx.config.http.publicUrl}/reports?run=rpt_`)
    expect(text).not.toContain('Content-Disposition: attachment')
  })

  test('is tried again after a temporary refusal, and given up after a final one', async () => {
    const { id } = await create()
    mailbox.behaviour = { recipient: 451 }
    await passAt('2026-11-19T06:00:00Z')
    expect((await runsOf(id))[0].emails).toMatchObject([{ state: 'waiting', attempts: 1 }])
    expect((await call('GET', '/api/account/reportEmails')).body.used).toBe(0)
    mailbox.behaviour = { recipient: 550 }
    await passAt('2026-11-19T06:00:30Z')
    expect((await runsOf(id))[0]).toMatchObject({ state: 'sent', emails: [{ state: 'failed', attempts: 2 }] })
    expect((await call('GET', '/api/account/reportEmails')).body.used).toBe(0)
  })
})

describe('a schedule stops', () => {
  async function scheduleOfUser() {
    const group = await world.make.group(account)
    await call('PATCH', `/api/devices/${deviceId}`, { groups: [group.id] })
    const user = await world.make.user(account, {
      groupIds: [group.id],
      privileges: ['reports.read', 'reports.manage'],
    })
    const own = await makeVerifiedContact(world, account, { userId: user.id })
    const { body } = await call('POST', path, dailySummary([own.id]), user.token)
    await call('PATCH', `${path}/${body.reportSchedule.id}`, { recipients: [contact.id] })
    return { user, id: body.reportSchedule.id as string, group }
  }

  test.each([
    ['without reports.read', 'privilege_missing', { privileges: ['reports.manage'] }],
    ['with a disabled user', 'user_inactive', { disabled: true }],
    ['with an expired user', 'user_inactive', { expiresAt: '2026-11-18T13:00:00Z' }],
  ])('%s', async (_what, reason, change) => {
    const { user, id } = await scheduleOfUser()
    expect((await call('PATCH', `/api/users/${user.id}`, change)).status).toBe(200)
    await passAt('2026-11-19T06:00:00Z')
    expect(mailbox.messages).toEqual([])
    const stopped = { stoppedAt: '2026-11-19T06:00:00.000Z', reason }
    expect(await get(id)).toMatchObject({ enabled: false, nextRunAt: null, stopped })
    // The one who enables it again is the one it acts for.
    await call('PATCH', `${path}/${id}`, { enabled: true })
    expect(await get(id)).toMatchObject({ enabled: true, stopped: null, userId: account.ownerId })
    await passAt('2026-11-20T06:00:00Z')
    expect(mailbox.messages).toHaveLength(1)
  })

  test('with a deleted user', async () => {
    const { user, id } = await scheduleOfUser()
    expect((await call('DELETE', `/api/users/${user.id}`)).status).toBe(200)
    await passAt('2026-11-19T06:00:00Z')
    expect(await get(id)).toMatchObject({ userId: null, stopped: { reason: 'user_deleted' } })
  })

  test('to show devices that its user does not see any more', async () => {
    const { user, id, group } = await scheduleOfUser()
    await call('PATCH', `${path}/${id}`, { sendsEmpty: true })
    const elsewhere = await world.make.group(account)
    await call('PATCH', `/api/users/${user.id}`, { groupIds: [elsewhere.id] })
    expect(group.id).not.toBe(elsewhere.id)
    await passAt('2026-11-19T06:00:00Z')
    const { rows } = await world.superuser.query(
      'select rows::int, permissions from report_runs where account_id = $1',
      [account.accountId],
    )
    expect(rows).toMatchObject([
      { rows: 0, permissions: { scope: { kind: 'groups', groupIds: [elsewhere.id] } } },
    ])
  })

  test('while the account is suspended, and continues with the newest day', async () => {
    const { id } = await create()
    const why = { reason: 'unpaid', author: 'operator' }
    await suspend(world, account.accountId, why)
    await passAt('2026-11-20T06:00:00Z')
    expect(mailbox.messages).toEqual([])
    await reopen(world, account.accountId, why)
    await passAt('2026-11-21T06:00:00Z')
    expect((await runsOf(id)).map((run: { day: string }) => run.day)).toEqual(['2026-11-21'])
    expect(mailbox.messages).toHaveLength(1)
  })
})

describe('a test', () => {
  test('is sent to the caller alone, and needs a verified address', async () => {
    const { id } = await create({ name: 'Morning' })
    expect((await call('POST', `${path}/${id}/test`)).body.code).toBe('reportSchedules.email_unverified')
    await world.superuser.query('update users set email_verified_at = now(), email = $2 where id = $1', [
      account.ownerId,
      'me@example.com',
    ])
    const { status, body } = await call('POST', `${path}/${id}/test`)
    expect([status, body.reportScheduleRun]).toMatchObject([
      202,
      { day: null, isTest: true, state: 'running', period: { from: '2026-11-17', to: '2026-11-17' } },
    ])
    expect((await call('POST', `${path}/${id}/test`)).body.code).toBe('reportSchedules.test_running')
    await passAt('2026-11-18T12:00:01Z')
    expect(mailbox.messages.map(({ to }) => to)).toEqual(['me@example.com'])
    expect(textOf(mailbox.messages[0]!.raw)).toContain('This is a test')
    // The report of the next day is not affected.
    await passAt('2026-11-19T06:00:00Z')
    expect(mailbox.messages.map(({ to }) => to)).toEqual(['me@example.com', contact.address])
  })
})

describe('the daily limit', () => {
  const limit = '/api/account/reportEmails'
  test('delays e-mails by a day, and suppresses what has no room then', async () => {
    expect((await call('GET', limit)).body).toMatchObject({
      dailyReportEmailLimit: 100,
      maxDailyReportEmailLimit: 1_000,
      used: 0,
    })
    expect((await call('PATCH', limit, { dailyReportEmailLimit: 2 })).body.dailyReportEmailLimit).toBe(2)
    const more = await Promise.all([1, 2, 3, 4].map(() => makeVerifiedContact(world, account)))
    const recipients = [contact.id, ...more.map(({ id }) => id)]
    // Weekly, so that the next days have no report of their own.
    const { id } = await create({ recipients, rhythm: { every: 'weekly', weekday: 'thursday' } })
    await passAt('2026-11-19T06:00:00Z')
    // Several are sent at a time, so that any of them may be the first.
    const states = async () =>
      (await runsOf(id))[0].emails
        .map(({ state, reason }: { state: string; reason: string | null }) => reason ?? state)
        .sort()
    const limited = 'daily_report_limit'
    expect(await states()).toEqual([limited, limited, limited, 'sent', 'sent'])
    expect((await runsOf(id))[0].state).toBe('sending')
    expect((await call('GET', limit)).body.used).toBe(2)
    await passAt('2026-11-19T22:59:59Z')
    expect(mailbox.messages).toHaveLength(2)
    // Midnight in Madrid.
    await passAt('2026-11-19T23:00:00Z')
    expect(mailbox.messages).toHaveLength(4)
    const [run] = await runsOf(id)
    expect(run.state).toBe('sent')
    const suppressed = run.emails.filter(({ state }: { state: string }) => state === 'suppressed')
    expect(suppressed).toMatchObject([{ reason: limited, attempts: 0 }])
  })

  test('is set by the account up to what the operator allows, by administrators only', async () => {
    const { body } = await call('PATCH', limit, { dailyReportEmailLimit: 1_001 })
    expect(body.code).toBe('reportEmails.limit_too_high')
    await call('PATCH', limit, { dailyReportEmailLimit: 7 })
    await call('PATCH', limit, { dailyReportEmailLimit: null })
    expect((await call('GET', limit)).body.dailyReportEmailLimit).toBe(100)
    const user = await world.make.user(account, { privileges: ['reports.manage', 'reports.read'] })
    expect((await call('GET', limit, undefined, user.token)).status).toBe(403)
  })

  test('of 0 sends nothing', async () => {
    await call('PATCH', limit, { dailyReportEmailLimit: 0 })
    await create()
    await passAt('2026-11-19T06:00:00Z')
    await passAt('2026-11-19T23:00:00Z')
    expect(mailbox.messages).toEqual([])
  })
})
