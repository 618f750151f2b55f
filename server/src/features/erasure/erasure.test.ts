import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listAccountTables } from '../../../test/catalogue.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { findMarker, fingerprintOthers, markAccount } from '../../../test/marked-account.ts'
import { runRastro } from '../../../test/processes.ts'
import { findInStreams } from '../../../test/streams.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startIdentityMail } from '../auth/identity-mail.api.ts'
import { createMailSender } from '../notifications/mail.api.ts'
import { closeForOperator } from './closing.api.ts'
import { eraseNow, startErasures } from './erasure.api.ts'
import type { Step } from './erasure.types.ts'
import { steps } from './erasure.types.ts'
import { verifyStatement } from './statement.api.ts'
import { requireNoneRisen } from './tombstone.api.ts'

const path = '/api/account/closing'
const dayMs = 86_400_000
let world: World
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url })
})
afterEach(() => {
  world.clock.release()
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
  rmSync(world.ctx.config.exports.dir, { recursive: true, force: true })
})

/** A token of the owner's session: API keys of a closing account are dead. */
const sessionOf = (account: MadeAccount) => world.make.passwordToken(account)

async function close(account: MadeAccount): Promise<void> {
  const token = await sessionOf(account)
  const { status, text } = await world.call('POST', path, { token, body: { name: 'Expedition' } })
  if (status !== 201) throw new Error(text)
}

/** For an account whose owner cannot sign in. */
function closeAsOperator(accountId: number) {
  return closeForOperator(world.ctx, accountId, { reason: 'On request.', author: 'test', days: 7 })
}

/** The grace period is over. Only a superuser can do that. */
async function makeDue(accountId: number): Promise<void> {
  await world.superuser.query(
    `update erasures set due_at = now() - interval '1 minute' where account_id = $1`,
    [accountId],
  )
}

/** Until the statement is sent. */
async function eraseWhole(accountId: number): Promise<void> {
  const mail = startIdentityMail(world.ctx, createMailSender(world.ctx))
  try {
    await expect
      .poll(
        async () => {
          return eraseNow(world.ctx, accountId, { settleMs: 0 })
        },
        { timeout: 20_000 },
      )
      .toMatch(/erased|not due/)
  } finally {
    await mail.stop()
  }
}

async function markedAccount(marker: string): Promise<MadeAccount & { deviceNumber: number }> {
  const account = await world.make.account()
  const { id } = await world.make.device(account, { identifier: `${marker}7`, name: marker })
  const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
  const deviceNumber = rows[0].number
  await markAccount(world.superuser, { accountId: account.accountId, deviceNumber, marker })
  return { ...account, deviceNumber }
}

describe('closing', () => {
  test('requires the owner, a recent sign-in, and the name of the account', async () => {
    const account = await world.make.account()
    const administrator = await world.make.user(account, { role: 'administrator' })
    const body = { name: 'Expedition' }
    const refused = await world.call('POST', path, { token: administrator.token, body })
    expect([refused.status, refused.body.code]).toEqual([403, 'account.not_owner'])
    const ofKey = await world.call('POST', path, { token: account.token, body })
    expect([ofKey.status, ofKey.body.code]).toEqual([403, 'access.not_recent'])
    const token = await sessionOf(account)
    const wrong = await world.call('POST', path, { token, body: { name: 'expedition' } })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'account.name_differs'])
    world.clock.offsetMs = 6 * 60_000
    const late = await world.call('POST', path, { token, body })
    expect([late.status, late.body.code]).toEqual([403, 'access.not_recent'])
    world.clock.release()
    expect((await world.call('GET', path, { token: account.token })).body.closing).toBeNull()
    const { status, body: closed } = await world.call('POST', path, { token, body })
    expect(status).toBe(201)
    const { requestedAt, eraseAt } = closed.closing
    expect(new Date(eraseAt).getTime() - new Date(requestedAt).getTime()).toBe(30 * dayMs)
  })

  test('leaves the owner the choice to undo it, and gives back the status before', async () => {
    const account = await world.make.account()
    await world.make.device(account)
    await close(account)
    const token = await sessionOf(account)
    expect((await world.call('GET', '/api/account', { token })).status).toBe(200)
    const write = await world.call('POST', '/api/devices', { token, body: { name: 'Boat' } })
    expect([write.status, write.body.code]).toEqual([403, 'account.closing'])
    const again = await world.call('POST', path, { token, body: { name: 'Expedition' } })
    expect(again.status).toBe(403)
    expect((await world.call('DELETE', path, { token })).status).toBe(200)
    expect((await world.call('GET', path, { token: account.token })).body.closing).toBeNull()
    const undone = await world.call('DELETE', path, { token })
    expect([undone.status, undone.body.code]).toEqual([409, 'account.not_closing'])
    const create = () => world.call('POST', '/api/devices', { token, body: { name: 'Boat' } })
    // Processes read the status again every two seconds.
    await expect.poll(async () => (await create()).status, { timeout: 10_000 }).toBe(201)
    expect(await eraseNow(world.ctx, account.accountId)).toBe('not due')
  })

  test('cannot be shortened by the application, nor undone once the erasure has begun', async () => {
    const account = await world.make.account()
    const db = world.ctx.db.forAccount(account.accountId)
    const insert = (dueAt: Date, startedAt: Date | null = null) => db`
      insert into erasures (account_id, requested_at, requested_by, due_at, started_at)
      values (${account.accountId}, now(), 'x', ${dueAt}, ${startedAt})`
    await expect(insert(new Date())).rejects.toThrow('7 days after')
    await expect(insert(new Date(Date.now() + 6 * dayMs))).rejects.toThrow('7 days after')
    await expect(insert(new Date(Date.now() + 8 * dayMs), new Date())).rejects.toThrow('7 days after')
    await expect(db`update erasures set due_at = now()`).rejects.toThrow('permission denied')
    await expect(db`insert into erased (number, erased_at) values (1, now())`).rejects.toThrow(
      'permission denied',
    )
    await close(account)
    await world.superuser.query('update erasures set started_at = now() where account_id = $1', [
      account.accountId,
    ])
    expect(await db`delete from erasures where account_id = ${account.accountId} returning 1`).toEqual([])
    const { body } = await world.call('DELETE', path, { token: await sessionOf(account) })
    expect(body.code).toBe('account.erasing')
  })
})

describe('the role of the eraser', () => {
  let eraser: pg.Client
  let due: MadeAccount
  let other: MadeAccount
  beforeAll(async () => {
    eraser = new pg.Client({ connectionString: world.env.RASTRO_DATABASE_ERASER_URL })
    await eraser.connect()
    due = await world.make.account()
    other = await world.make.account()
    for (const account of [due, other]) await world.make.device(account)
    await close(due)
    await close(other)
    await makeDue(due.accountId)
  })
  afterAll(() => eraser.end())

  const asAccount = (accountId: number) =>
    eraser.query(
      `select set_config('rastro.account', $1, false), set_config('rastro.recorder', 'on', false),
      set_config('rastro.directory', 'on', false)`,
      [String(accountId)],
    )

  test('sees and deletes rows of accounts that are due, and of no others', async () => {
    for (const table of await listAccountTables(world.superuser)) {
      if (
        ['moves', 'rulebook_changes'].includes(table) ||
        /^(locations|sign_ins|segments|device_days)_/.test(table)
      )
        continue
      await asAccount(other.accountId)
      expect([
        table,
        (await eraser.query(`select from ${table} where account_id = ${other.accountId}`)).rowCount,
      ]).toEqual([table, 0])
      expect([
        table,
        (await eraser.query(`delete from ${table} where account_id = ${other.accountId}`)).rowCount,
      ]).toEqual([table, 0])
    }
    await asAccount(due.accountId)
    const { rows } = await eraser.query('select distinct account_id from audit_log')
    expect(rows).toEqual([{ account_id: due.accountId }])
    await eraser.query('begin')
    expect((await eraser.query('delete from audit_log')).rowCount).toBeGreaterThan(0)
    await eraser.query('rollback')
  })

  test('can do nothing else', async () => {
    await asAccount(due.accountId)
    for (const sql of [
      `update users set name = 'x'`,
      'truncate audit_log',
      `update audit_log set action = 'x'`,
      'select from signing_keys',
      'select from throttles',
      'select from pgboss.job',
      `insert into outbox (account_id, type, at, device_number, device_id, data) values (1, 'x', now(), 1, 'x', '{}')`,
      'create table mine (x int)',
      'set role rastro_owner',
      `update erasures set due_at = now() where account_id = ${other.accountId}`,
    ]) {
      await expect(eraser.query(sql), sql).rejects.toThrow(/permission denied/)
    }
    // An erasure without a closing: only of accounts that were erased before.
    await asAccount(other.accountId)
    const insert = `insert into erasures (account_id, requested_at, requested_by, due_at) values ($1, now(), 'x', '2000-01-01')`
    const fresh = await world.make.account()
    await asAccount(fresh.accountId)
    await expect(eraser.query(insert, [fresh.accountId])).rejects.toThrow('row-level security')
    await expect(
      eraser.query('insert into erased (number, erased_at) values ($1, now())', [fresh.accountId]),
    ).rejects.toThrow('row-level security')
  })

  test('is refused an account that is being moved', async () => {
    await world.superuser.query(`insert into moves (account_id, state, cell) values ($1, 'closing', 2)`, [
      due.accountId,
    ])
    await asAccount(due.accountId)
    expect((await eraser.query('delete from devices')).rowCount).toBe(0)
    await expect(eraseNow(world.ctx, due.accountId)).rejects.toThrow('being moved')
    await world.superuser.query('delete from moves where account_id = $1', [due.accountId])
    const { rows } = await world.superuser.query(
      'select step, started_at from erasures where account_id = $1',
      [due.accountId],
    )
    expect(rows).toEqual([{ step: 'begin', started_at: null }])
  })

  test('has its policy on every account table', async () => {
    const { rows } = await world.superuser.query<{ name: string }>(`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_account')
        and c.relname <> 'moves' and not exists (
          select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_eraser' and not p.polpermissive
            and p.polroles = array[(select oid from pg_roles where rolname = 'rastro_eraser')])`)
    expect(rows).toEqual([])
  })
})

describe('an erasure', () => {
  test('leaves nothing of the account, and everything of 50 others', { timeout: 120_000 }, async () => {
    const marker = 'zqmarkqzerase'
    const others = await Promise.all(Array.from({ length: 50 }, () => world.make.account()))
    for (const other of others.slice(0, 5)) {
      const { id } = await world.make.device(other)
      await world.make.photo(other, id)
      await world.ctx.bus.events.append(other.accountId, 'device', JSON.stringify([{ id: 'evt_other' }]))
    }
    const account = await markedAccount(marker)
    await world.ctx.bus.events.append(account.accountId, 'device', JSON.stringify([{ name: marker }]))
    await world.ctx.jobs.send(
      world.ctx.db.directory,
      { name: 'forget-history', options: {} },
      { accountId: account.accountId, deviceNumber: account.deviceNumber, note: marker },
    )
    await world.superuser.query(
      `insert into quarantine (identifier, protocol, first_seen_at, last_seen_at, last_report)
       values ($1, 'gt06', now(), now(), $2)`,
      [`${marker}7`, JSON.stringify({ m: marker })],
    )
    // A tracker that was sold to another account an hour ago.
    const sold = '356307042441021'
    await world.make.device(others[0]!, { identifier: sold })
    await world.superuser.query(
      `update directory_identifiers set since = now() - interval '1 hour' where identifier = $1`,
      [sold],
    )
    await world.superuser.query(
      `insert into former_identifiers (account_id, device_number, identifier, since, until)
       values ($1, $2, $3, now() - interval '9 days', now() - interval '1 hour')`,
      [account.accountId, account.deviceNumber, sold],
    )
    const rowOf = (identifier: string, minutesAgo: number) => {
      const at = Date.now() - minutesAgo * 60_000
      return [identifier, at, at, 1, 1, 1, null, null, null, null, null, null]
    }
    const row = rowOf(`${marker}7`, 1)
    const foreign = rowOf('356307042441013', 1)
    const [beforeSale, afterSale] = [rowOf(sold, 61), rowOf(sold, 59)]
    for (const [sequence, rows] of [
      [1, [row]],
      [2, [row, foreign]],
      [3, [beforeSale, afterSale]],
    ] as const) {
      await world.superuser.query(
        `insert into dead_letters (stream, sequence, reason, payload) values ('x', $1, 'x', $2)`,
        [sequence, Buffer.from(JSON.stringify({ rows }))],
      )
    }
    await world.superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class, more)
       select now() - n * interval '1 minute', now(), $2, $1, n, 2, $3 from generate_series(1, 6000) as n`,
      [account.accountId, account.deviceNumber, JSON.stringify({ attributes: { m: marker } })],
    )
    // Of a device that was deleted long ago, whose job failed for good and was removed.
    await world.superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class, more)
       values (now(), now(), 2000000000, $1, 1, 2, $2)`,
      [account.accountId, JSON.stringify({ attributes: { m: marker } })],
    )
    // One of its users runs the installation.
    await world.superuser.query(
      `insert into operators (user_name, email, created_at)
       select initcap(user_name), $2, now() from directory_users where account_id = $1 limit 1`,
      [account.accountId, `${marker}@example.com`],
    )
    const exported = join(world.ctx.config.exports.dir, String(account.accountId))
    mkdirSync(exported, { recursive: true })
    writeFileSync(join(exported, 'exp_x.tar'), marker)
    const tablesBefore = await findMarker(world.superuser, marker)
    expect(tablesBefore.length).toBeGreaterThan(45)
    expect(await findInStreams(world.ctx, marker)).toEqual([expect.stringContaining('EVENTS')])
    const boundsBefore = await world.ctx.bus.events.bounds(others[0]!.accountId)

    await world.superuser.query(
      `update users set email = 'owner@example.com', email_verified_at = now() where account_id = $1 and role = 'owner'`,
      [account.accountId],
    )
    await closeAsOperator(account.accountId)
    await makeDue(account.accountId)
    // E-mails of tests before would be sent meanwhile.
    await world.superuser.query(`update identity_mails set state = 'sent' where account_id <> $1`, [
      account.accountId,
    ])
    // Calls are counted later: two of each of five accounts, and one for the tracker that was sold.
    const countUnits = async () =>
      (
        await world.superuser.query('select sum(units)::int from api_usage where account_id = any($1)', [
          others.map(({ accountId }) => accountId),
        ])
      ).rows[0].sum
    await expect.poll(countUnits).toBe(11)
    const before = await fingerprintOthers(world.superuser, account.accountId)
    await eraseWhole(account.accountId)

    expect(await findMarker(world.superuser, marker)).toEqual([])
    expect(await findInStreams(world.ctx, marker)).toEqual([])
    expect(readdirSync(world.ctx.config.exports.dir)).not.toContain(String(account.accountId))
    expect(await fingerprintOthers(world.superuser, account.accountId)).toEqual(before)
    for (const table of await listAccountTables(world.superuser)) {
      const { rowCount } = await world.superuser.query(`select from ${table} where account_id = $1`, [
        account.accountId,
      ])
      expect([table, rowCount]).toEqual([table, 0])
    }
    const { rows: letters } = await world.superuser.query(
      'select convert_from(payload, $1) as text from dead_letters',
      ['utf8'],
    )
    expect(letters.map(({ text }) => JSON.parse(text).rows)).toEqual([[foreign], [afterSale]])
    const { rowCount: changes } = await world.superuser.query(
      'select from directory_changes where identifier = $1',
      [sold],
    )
    expect(changes).toBeGreaterThan(0)
    // Readers of other accounts notice nothing.
    expect((await world.ctx.bus.events.bounds(others[0]!.accountId)).first).toBe(boundsBefore.first)
    const { messages } = await world.ctx.bus.events.read(others[0]!.accountId, 0, 10)
    expect(messages.map(({ text }) => JSON.parse(text)[0].id)).toContain('evt_other')
    expect(
      (
        await world.call('POST', '/session', {
          body: { userName: account.userName, password: account.password },
        })
      ).status,
    ).toBe(401)
    expect((await world.call('GET', '/api/account', { token: account.token })).status).toBe(401)
  })

  test('is stated, signed and sent to the owner', { timeout: 60_000 }, async () => {
    const account = await world.make.account()
    for (let index = 0; index < 3; index += 1) await world.make.device(account, { name: `Van ${index}` })
    await close(account)
    await makeDue(account.accountId)
    mailbox.messages.length = 0
    await eraseWhole(account.accountId)
    const { rows } = await world.superuser.query(
      'select number, statement::text from erased where number = $1',
      [account.accountId],
    )
    const text = rows[0].statement as string
    const verified = verifyStatement(world.ctx, text, account.account)
    expect(verified).toMatchObject({ isValid: true, isOfAccount: true })
    expect(verified.statement).toMatchObject({
      accountNumber: account.accountId,
      rows: { devices: 3, users: 1, accounts: 1 },
      messages: { EVENTS: expect.any(Number) },
    })
    const hoursLeft = (until: string) =>
      Math.round((new Date(until).getTime() - new Date(verified.statement.finishedAt).getTime()) / 3_600_000)
    expect(hoursLeft(verified.statement.copiesUntil.locationLog)).toBe(72)
    expect(hoursLeft(verified.statement.copiesUntil.backups)).toBe(35 * 24)
    // A changed number, another account, another installation.
    expect(verifyStatement(world.ctx, text.replace('"devices":3', '"devices":2')).isValid).toBe(false)
    expect(verifyStatement(world.ctx, text, 'acc_0000000000000000000000').isOfAccount).toBe(false)
    const config = {
      ...world.ctx.config,
      access: { ...world.ctx.config.access, secret: 'another secret, of another place' },
    }
    expect(verifyStatement({ config }, text).isValid).toBe(false)
    const received = mailbox.messages.filter(({ to }) => to === account.userName).map(({ raw }) => raw)
    expect(received.filter((raw) => raw.includes('borrada'))).toHaveLength(1)
  })

  test('can be killed at every step', { timeout: 120_000 }, async () => {
    const marker = 'zqmarkqzkill'
    const account = await markedAccount(marker)
    await closeAsOperator(account.accountId)
    await makeDue(account.accountId)
    const before = await fingerprintOthers(world.superuser, account.accountId)
    const seen: Step[] = []
    const mail = startIdentityMail(world.ctx, createMailSender(world.ctx))
    for (const step of steps) {
      // Before the step, and after its work but before it is recorded.
      const onStep = (now: Step) => {
        seen.push(now)
        if (now === step) throw new Error('killed')
      }
      const run = () =>
        eraseNow(world.ctx, account.accountId, { settleMs: 0, onStep }).catch(({ message }) => message)
      await expect.poll(run, { timeout: 20_000 }).toBe('killed')
      await world.superuser.query(`update erasures set step = $2 where account_id = $1 and step = $3`, [
        account.accountId,
        steps[Math.max(0, steps.indexOf(step) - 1)],
        step,
      ])
    }
    await mail.stop()
    await eraseWhole(account.accountId)
    expect(new Set(seen)).toEqual(new Set(steps))
    expect(await findMarker(world.superuser, marker)).toEqual([])
    expect(await fingerprintOthers(world.superuser, account.accountId)).toEqual(before)
  })

  test('that is undone at the last moment leaves no tombstone', async () => {
    const account = await world.make.account()
    await world.make.device(account)
    await close(account)
    await makeDue(account.accountId)
    const undo = async (step: Step) => {
      if (step !== 'begin') return
      const { status } = await world.call('DELETE', path, { token: await sessionOf(account) })
      expect(status).toBe(200)
    }
    expect(await eraseNow(world.ctx, account.accountId, { onStep: undo })).toBe('not due')
    expect(await world.ctx.bus.snapshots.get(`erased-${account.accountId}`)).toBeUndefined()
    await requireNoneRisen(world.ctx)
    const { body } = await world.call('GET', '/api/devices', { token: await sessionOf(account) })
    expect(body.devices).toHaveLength(1)
  })

  test('waits from the deletion of the credentials, however long ago it began', async () => {
    const account = await world.make.account()
    await close(account)
    await makeDue(account.accountId)
    const die = (step: Step) => {
      if (step === 'revoke') throw new Error('killed')
    }
    await expect(eraseNow(world.ctx, account.accountId, { onStep: die })).rejects.toThrow('killed')
    await world.superuser.query(
      `update erasures set started_at = now() - interval '1 hour' where account_id = $1`,
      [account.accountId],
    )
    expect(await eraseNow(world.ctx, account.accountId)).toBe('waiting')
    const { rows } = await world.superuser.query(
      'select step, extract(epoch from next_at - now())::float8 as wait from erasures where account_id = $1',
      [account.accountId],
    )
    expect(rows[0].step).toBe('settle')
    expect(rows[0].wait).toBeGreaterThan(840)
  })

  test('sends the statement once, although sending fails or the process is killed', {
    timeout: 60_000,
  }, async () => {
    const account = await world.make.account()
    await close(account)
    await makeDue(account.accountId)
    await world.superuser.query(
      `update erasures set next_at = now() + interval '1 day' where account_id <> $1`,
      [account.accountId],
    )
    mailbox.messages.length = 0
    let failures = 0
    const onStep = (step: Step) => {
      if (step !== 'mail' || failures > 0) return
      failures += 1
      throw new Error('the database is gone')
    }
    const erasures = startErasures(world.ctx, { everyMs: 50, settleMs: 0, onStep })!
    const find = async () => {
      const { rows } = await world.superuser.query(
        'select step, attempts, next_at from erasures where account_id = $1',
        [account.accountId],
      )
      return rows[0]
    }
    await expect.poll(find, { timeout: 20_000 }).toMatchObject({ step: 'mail', attempts: 1 })
    await erasures.stop()
    await world.superuser.query('update erasures set next_at = now() where account_id = $1', [
      account.accountId,
    ])
    expect(await eraseNow(world.ctx, account.accountId)).toBe('waiting')
    // Killed before it noted that the e-mail is queued.
    await world.superuser.query('update erasures set next_at = null where account_id = $1', [
      account.accountId,
    ])
    await eraseWhole(account.accountId)
    const received = mailbox.messages.filter(({ to }) => to === account.userName).map(({ raw }) => raw)
    expect(received.filter((raw) => raw.includes('borrada'))).toHaveLength(1)
  })

  test('is listed for the operator, with its statement', { timeout: 60_000 }, async () => {
    const account = await world.make.account()
    await close(account)
    await makeDue(account.accountId)
    await eraseWhole(account.accountId)
    const listed = await runRastro(world.env, 'account', 'erased', '--json').ended
    const lines = listed.stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      number: account.accountId,
      erasedAt: expect.any(String),
      hasStatement: true,
    })
    const printed = await runRastro(world.env, 'account', 'erased', String(account.accountId)).ended
    expect(verifyStatement(world.ctx, printed.stdout, account.account)).toMatchObject({
      isValid: true,
      isOfAccount: true,
    })
    const missing = await runRastro(world.env, 'account', 'erased', '2000000000').ended
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no statement')])
  })

  test('waits for processes that remember the account, and sweeps what they wrote', async () => {
    const account = await world.make.account()
    const { id } = await world.make.device(account)
    const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
    await close(account)
    await makeDue(account.accountId)
    expect(await eraseNow(world.ctx, account.accountId)).toBe('waiting')
    const { rows: left } = await world.superuser.query(
      'select step, round(extract(epoch from next_at - revoked_at))::int as wait from erasures where account_id = $1',
      [account.accountId],
    )
    expect(left[0]).toEqual({ step: 'settle', wait: 900 })
    // Written by a recorder that had the device in its cache.
    await world.superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, fingerprint, class)
       values (now(), now(), $2, $1, 1, 2)`,
      [account.accountId, rows[0].number],
    )
    await world.superuser.query(
      `update erasures set revoked_at = now() - interval '16 minutes' where account_id = $1`,
      [account.accountId],
    )
    await eraseWhole(account.accountId)
    const { rowCount } = await world.superuser.query('select from locations where account_id = $1', [
      account.accountId,
    ])
    expect(rowCount).toBe(0)
  })
})
