import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import { runRastro } from '../../../../test/processes.ts'
import { codeOf, cookieOf, enrol, finish, signInAs, stepCookieOf } from '../../../../test/second-factor.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { unseal } from '../../../platform/crypto/seal.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { startRecovery, stopRecoveryOf, sweepRecoveries } from './recovery.api.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_PUBLIC_URL: 'https://rastro.example' })
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const password = 'a sled, a compass and 40 dogs'
const hourMs = 3_600_000

async function makeUser(account: MadeAccount, role = 'standard') {
  const user = await world.make.user(account, { role, password })
  await world.superuser.query('update users set email_verified_at = now() where id = $1', [user.id])
  return { ...user, password }
}
async function enrolUser(account: MadeAccount, role?: string) {
  const user = await makeUser(account, role)
  return { ...user, ...(await enrol(world, { ...account, ...user, token: user.token })) }
}
const reset = (token: string, userId: string) =>
  world.call('DELETE', `/api/users/${userId}/secondFactor`, { token })
/** The e-mails to a user, with what they contain. */
async function mailsTo(userId: string) {
  const { rows } = await world.superuser.query(
    'select kind, sealed from identity_mails where user_id = $1 order by number',
    [userId],
  )
  return rows.map(({ kind, sealed }) => ({
    kind: String(kind),
    values: JSON.parse(unseal(world.ctx.config.access, 'identity mail', sealed)) as Record<string, string>,
  }))
}
const secretIn = (url: string | undefined) => String(url).split('#')[1] ?? ''

describe('an administrator resets the second factor of a user', () => {
  test('needs a proof; the password alone neither enters nor enrols; the link of the e-mail does, once', async () => {
    const account = await world.make.account()
    const user = await enrolUser(account)
    expect((await reset(account.token, user.id)).body.code).toBe('access.not_recent')
    const { token } = (await signInAs(world, account)).body
    const done = await reset(token, user.id)
    expect([done.status, done.body.link]).toEqual([200, null])
    const headers = { cookie: user.cookie }
    expect((await world.call('POST', '/session/refresh', { headers })).status).toBe(401)
    const refused = await signInAs(world, user)
    expect([refused.status, refused.body.code]).toEqual([403, 'session.enrolment_link_required'])

    const mails = await mailsTo(user.id)
    expect(mails.map(({ kind }) => kind)).toEqual(['factor-added', 'second-factor-reset', 'factor-removed'])
    const { url } = mails[1]!.values
    expect(url).toMatch(/^https:\/\/rastro\.example\/enrol#/)
    const enrolmentLink = secretIn(url)
    const signIn = (body: object) =>
      world.call('POST', '/session', { body: { userName: user.userName, password, ...body } })
    const wrong = await signIn({ enrolmentLink: `${enrolmentLink.slice(0, -3)}AAA` })
    expect([wrong.status, wrong.body.code]).toEqual([404, 'session.link_invalid'])
    const first = await signIn({ enrolmentLink })
    expect([first.status, first.body.next]).toEqual([202, 'enrolment'])
    const step = stepCookieOf(first)
    const { secret } = (await world.call('POST', '/session/second/totp', { headers: { cookie: step } })).body
    const code = codeOf(world, secret)
    expect((await finish(world, step, { code })).body.code).toBe('session.enrolment_link_required')
    const entered = await finish(world, step, { code, enrolmentLink })
    expect(entered.status).toBe(200)
    expect(cookieOf(entered)).not.toBe('')
    expect((await signIn({ enrolmentLink })).body.next).toBe('secondFactor')
  })

  test('without a verified address the link is returned, to be handed over', async () => {
    const account = await world.make.account()
    const user = await enrolUser(account)
    await world.superuser.query('update users set email_verified_at = null where id = $1', [user.id])
    const { token } = (await signInAs(world, account)).body
    expect((await reset(token, user.id)).body.link).toMatch(/^https:\/\/rastro\.example\/enrol#/)
  })

  test('not of the account holder, not of another account, and not of a user without one', async () => {
    const account = await world.make.account()
    await enrol(world, account)
    const admin = await makeUser(account, 'administrator')
    const { token } = (await signInAs(world, admin)).body
    const ofOwner = await reset(token, account.ownerId)
    expect([ofOwner.status, ofOwner.body.code]).toEqual([403, 'users.owner'])
    const foreign = await enrolUser(await world.make.account())
    expect((await reset(token, foreign.id)).status).toBe(404)
    const plain = await makeUser(account)
    expect((await reset(token, plain.id)).body.code).toBe('secondFactor.none')
  })
})

describe('a recovery by the operator', () => {
  async function start() {
    const account = await world.make.account()
    await world.superuser.query('update users set email_verified_at = now() where id = $1', [account.ownerId])
    const enrolled = await enrol(world, account)
    const admin = await makeUser(account, 'administrator')
    const bystander = await makeUser(account)
    const started = await inTransaction(world.ctx, account.accountId, (tx) =>
      startRecovery(tx, account.ownerId),
    )
    const begunMs = started.dueAt.getTime() - 72 * hourMs
    const at = (hours: number) => world.clock.hold(new Date(begunMs + hours * hourMs))
    const noticesTo = async (userId: string) =>
      (await mailsTo(userId)).filter(({ kind }) => kind === 'recovery-started')
    return { account, admin, bystander, started, enrolled, at, noticesTo }
  }
  const stop = (secret: string) => world.call('POST', '/session/recovery/stop', { body: { secret } })

  test('takes 72 hours; the user and the administrators get e-mails at once, after 24 and after 48 hours', async () => {
    const { account, admin, bystander, started, at, noticesTo } = await start()
    expect(started.notified).toBe(2)
    const counts: [number, number, number][] = []
    for (const hours of [0, 23.9, 24, 47.9, 48, 71.9]) {
      at(hours)
      await sweepRecoveries(world.ctx)
      await sweepRecoveries(world.ctx)
      counts.push([hours, (await noticesTo(account.ownerId)).length, (await noticesTo(admin.id)).length])
      expect((await signInAs(world, account)).status).toBe(202)
    }
    expect(counts).toEqual([
      [0, 1, 1],
      [23.9, 1, 1],
      [24, 2, 2],
      [47.9, 2, 2],
      [48, 3, 3],
      [71.9, 3, 3],
    ])
    expect(await mailsTo(bystander.id)).toEqual([])
    at(72)
    await Promise.all([sweepRecoveries(world.ctx), sweepRecoveries(world.ctx)])
    expect((await signInAs(world, account)).body.code).toBe('session.enrolment_link_required')
    const link = (await mailsTo(account.ownerId)).find(({ kind }) => kind === 'second-factor-reset')
    const body = {
      userName: account.userName,
      password: account.password,
      enrolmentLink: secretIn(link?.values.url),
    }
    expect((await world.call('POST', '/session', { body })).body.next).toBe('enrolment')
  })

  test.each([0, 1, 2])('the link of e-mail %i stops it from any recipient', async (which) => {
    const { account, admin, at, noticesTo } = await start()
    for (const hours of [24, 48]) {
      at(hours)
      await sweepRecoveries(world.ctx)
    }
    const notice = (await noticesTo(admin.id))[which]!
    expect(notice.values.url).toMatch(/^https:\/\/rastro\.example\/stop-recovery#/)
    const secret = secretIn(notice.values.url)
    expect((await stop(`${secret.slice(0, -3)}AAA`)).status).toBe(404)
    expect((await stop(secret)).status).toBe(200)
    expect((await stop(secret)).body.code).toBe('recovery.not_running')
    at(80)
    await sweepRecoveries(world.ctx)
    expect((await signInAs(world, account)).body.next).toBe('secondFactor')
  })

  test('only one runs at a time; the operator can stop it; a user without a factor has none', async () => {
    const { account, bystander } = await start()
    const again = () =>
      inTransaction(world.ctx, account.accountId, (tx) => startRecovery(tx, account.ownerId))
    await expect(again()).rejects.toThrow('running already')
    await inTransaction(world.ctx, account.accountId, (tx) => stopRecoveryOf(tx, account.ownerId))
    await again()
    const ofPlain = () => inTransaction(world.ctx, account.accountId, (tx) => startRecovery(tx, bystander.id))
    await expect(ofPlain()).rejects.toThrow('no second factor')
  })

  test('one that fails does not hold up the others', async () => {
    const [broken, other] = [await start(), await start()]
    await world.superuser.query(`
      create function refuse_recovery() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger refuse_recovery before update on factor_recoveries for each row
        when (new.account_id = ${broken.account.accountId}) execute function refuse_recovery()`)
    other.at(24)
    await sweepRecoveries(world.ctx)
    expect(await broken.noticesTo(broken.account.ownerId)).toHaveLength(1)
    expect(await other.noticesTo(other.account.ownerId)).toHaveLength(2)
    await world.superuser.query('drop trigger refuse_recovery on factor_recoveries')
    await sweepRecoveries(world.ctx)
    expect(await broken.noticesTo(broken.account.ownerId)).toHaveLength(2)
  })
})

describe('rastro user recover', () => {
  const recover = async (userName: string, ...more: string[]) => {
    const { code, stdout, stderr } = await runRastro(
      world.env,
      'user',
      'recover',
      '--user',
      userName,
      '--json',
      ...more,
    ).ended
    return { code, stderr, result: code === 0 ? JSON.parse(stdout) : undefined }
  }
  async function makeOwner(isVerified: boolean) {
    const account = await world.make.account()
    await enrol(world, account)
    const verifiedAt = isVerified ? new Date() : null
    await world.superuser.query('update users set email_verified_at = $2 where id = $1', [
      account.ownerId,
      verifiedAt,
    ])
    return account
  }
  /** After the 72 hours, and some more. */
  async function finishRecovery(result: { dueAt: string }, hours: number) {
    for (const passed of [-48, -24, 0]) {
      world.clock.hold(new Date(Date.parse(result.dueAt) + passed * hourMs))
      await sweepRecoveries(world.ctx)
    }
    world.clock.hold(new Date(Date.parse(result.dueAt) + hours * hourMs))
  }
  async function enrolWith({ userName, password }: MadeAccount, enrolmentLink: string) {
    const first = await world.call('POST', '/session', { body: { userName, password, enrolmentLink } })
    expect([first.status, first.body.next]).toEqual([202, 'enrolment'])
    const cookie = stepCookieOf(first)
    const { secret } = (await world.call('POST', '/session/second/totp', { headers: { cookie } })).body
    return finish(world, cookie, { code: codeOf(world, secret), enrolmentLink })
  }

  test('is refused if nobody would be notified, unless that is wanted', async () => {
    const account = await makeOwner(false)
    const refused = await recover(account.userName)
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('--unannounced')
    expect((await recover(account.userName, '--stop')).code).not.toBe(0)
    const started = await recover(account.userName, '--unannounced')
    expect([started.code, started.result.notified]).toEqual([0, 0])
  })

  test('prints the link if none could be sent, once the second factor was reset', async () => {
    const account = await makeOwner(false)
    await finishRecovery((await recover(account.userName, '--unannounced')).result, 0)
    expect((await signInAs(world, account)).body.code).toBe('session.enrolment_link_required')
    world.clock.release()
    const { result } = await recover(account.userName)
    expect(result).toMatchObject({ isSent: false, url: expect.stringContaining('/enrol#') })
    expect((await enrolWith(account, secretIn(result.url))).status).toBe(200)
  })

  test('replaces a link that was not opened in time, and one that the user lost', async () => {
    const account = await makeOwner(true)
    await finishRecovery((await recover(account.userName)).result, 73)
    const sent = (await mailsTo(account.ownerId)).find(({ kind }) => kind === 'second-factor-reset')
    const { userName, password } = account
    const body = { userName, password, enrolmentLink: secretIn(sent?.values.url) }
    expect((await world.call('POST', '/session', { body })).body.code).toBe('session.link_invalid')
    world.clock.release()
    const { result } = await recover(account.userName)
    expect(result.isSent).toBe(true)
    expect((await enrolWith(account, secretIn(result.url))).status).toBe(200)
  })
})
