import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import type { Enrolled } from '../../../../test/second-factor.ts'
import {
  codeOf,
  cookieOf,
  enrol,
  finish,
  nextCode,
  signInAs,
  signInTwice,
  stepCookieOf,
} from '../../../../test/second-factor.ts'
import { decode } from '../../../../test/tokens.ts'
import type { Called, World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { createLink } from '../one-time-link.api.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

async function enrolled(): Promise<{ account: MadeAccount } & Enrolled> {
  const account = await world.make.account()
  return { account, ...(await enrol(world, account)) }
}
const begin = async (account: MadeAccount) => stepCookieOf(await signInAs(world, account))
const statusesOf = (answers: Called[]) => answers.map(({ status }) => status).sort()
const countSessions = async ({ accountId }: MadeAccount) => {
  const { rows } = await world.superuser.query('select id from sessions where account_id = $1', [accountId])
  return rows.length
}
const countUsedCodes = async ({ accountId }: MadeAccount) => {
  const { rows } = await world.superuser.query(
    'select 1 from recovery_codes where account_id = $1 and used_at is not null',
    [accountId],
  )
  return rows.length
}
const mailsOf = async ({ accountId }: MadeAccount) => {
  const { rows } = await world.superuser.query(
    'select kind from identity_mails where account_id = $1 order by number',
    [accountId],
  )
  return rows.map(({ kind }) => kind)
}
const verifyEmail = ({ accountId }: MadeAccount) =>
  world.superuser.query('update users set email_verified_at = now() where account_id = $1', [accountId])

describe('enrolling an authenticator app', () => {
  test('needs a recent sign-in of a session, and one right code', async () => {
    const account = await world.make.account()
    const byKey = await world.call('POST', '/api/me/totp', { token: account.token })
    expect([byKey.status, byKey.body.code]).toEqual([403, 'access.not_recent'])

    const { token } = (await signInAs(world, account)).body
    world.clock.offsetMs = 5 * 60_000
    const late = await world.call('POST', '/api/me/totp', { token })
    expect([late.status, late.body.code]).toEqual([403, 'access.not_recent'])
    world.clock.offsetMs = 0

    const { secret, uri } = (await world.call('POST', '/api/me/totp', { token })).body
    expect(uri).toContain(`secret=${secret}`)
    const confirm = (code: string) => world.call('POST', '/api/me/totp/confirm', { token, body: { code } })
    const wrong = await confirm(codeOf(world, secret, 5))
    expect([wrong.status, wrong.body.code]).toEqual([400, 'totp.code_wrong'])
    expect((await signInAs(world, account)).status).toBe(200)

    const right = await confirm(codeOf(world, secret))
    expect(right.status).toBe(200)
    expect(right.body.recoveryCodes).toHaveLength(10)
    expect((await signInAs(world, account)).status).toBe(202)
    const again = await confirm(codeOf(world, secret))
    expect([again.status, again.body.code]).toEqual([409, 'totp.not_started'])
  })

  test('ends the other sessions, stores the secret sealed, and is audited and sent by e-mail', async () => {
    const account = await world.make.account()
    await verifyEmail(account)
    const other = await signInAs(world, account)
    const { secret, token, cookie, recoveryCodes } = await enrol(world, account)
    const refresh = (one: string) => world.call('POST', '/session/refresh', { headers: { cookie: one } })
    expect((await refresh(cookieOf(other))).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(200)
    const stored = await world.superuser.query(
      `select t::text as totp, (select string_agg(c::text, ' ') from recovery_codes c) as codes
       from totp t where account_id = $1`,
      [account.accountId],
    )
    for (const one of [secret, ...recoveryCodes]) {
      expect(JSON.stringify(stored.rows)).not.toContain(one)
      expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from(one).toString('hex'))
    }
    const { body } = await world.call('GET', `/api/audit?targetId=${account.ownerId}`, { token })
    expect(body.changes[0]).toMatchObject({ action: 'users.totp_added', after: null })
    expect(await mailsOf(account)).toContain('factor-added')
  })

  test('a new app replaces the old one only after its first code', async () => {
    const { account, secret, token } = await enrolled()
    const { secret: newSecret } = (await world.call('POST', '/api/me/totp', { token })).body
    expect((await signInTwice(world, account, secret)).status).toBe(200)
    const body = { code: nextCode(world, newSecret) }
    const confirmed = await world.call('POST', '/api/me/totp/confirm', { token, body })
    expect([confirmed.status, confirmed.body.recoveryCodes]).toEqual([200, []])
    expect((await signInTwice(world, account, secret)).status).toBe(401)
    expect((await signInTwice(world, account, newSecret)).status).toBe(200)
  })

  test('removing it needs a proof, ends the recovery codes, and the password is enough again', async () => {
    const { account, token } = await enrolled()
    const remove = () => world.call('DELETE', '/api/me/totp', { token })
    world.clock.offsetMs = 5 * 60_000
    expect((await remove()).body.code).toBe('access.not_recent')
    world.clock.offsetMs = 0
    expect((await remove()).status).toBe(200)
    expect((await signInAs(world, account)).status).toBe(200)
    const left = await world.call('GET', '/api/me/secondFactor', { token })
    expect(left.body).toMatchObject({ totpSince: null, passkeys: 0, recoveryCodesLeft: 0, isRequired: false })
    expect((await remove()).status).toBe(404)
  })
})

describe('the second step', () => {
  test('the password opens no session, and the code does', async () => {
    const { account, secret } = await enrolled()
    const sessions = await countSessions(account)
    const first = await signInAs(world, account)
    expect(first.status).toBe(202)
    expect(first.body).toMatchObject({ next: 'secondFactor', methods: ['totp', 'recoveryCode'] })
    expect(first.body.token).toBeUndefined()
    expect(cookieOf(first)).toBe('')
    expect(await countSessions(account)).toBe(sessions)
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-rastro-step=acc_\w{22}\.stp_\w{22}\.\w{43};/)
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part)

    const second = await finish(world, stepCookieOf(first), { code: nextCode(world, secret) })
    expect(second.status).toBe(200)
    expect(Object.keys(second.body).sort()).toEqual(['expiresAt', 'requestId', 'success', 'token'])
    expect(decode(second.body.token).claims.amr).toEqual(['pwd', 'otp', 'mfa'])
    const renewed = await world.call('POST', '/session/refresh', { headers: { cookie: cookieOf(second) } })
    expect(decode(renewed.body.token).claims.amr).toEqual(['pwd', 'otp', 'mfa'])
    expect((await world.call('GET', '/api/account', { token: second.body.token })).status).toBe(200)
  })

  test('the exchange of an API key for a token stays as it is', async () => {
    const { account } = await enrolled()
    const { userName, apiKey } = account
    const answer = await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })
    expect(answer.status).toBe(200)
    expect(decode(answer.body.token).claims.amr).toBeUndefined()
  })

  test('a code twice in parallel enters once', async () => {
    const { account, secret } = await enrolled()
    const steps = await Promise.all([begin(account), begin(account)])
    const sessions = await countSessions(account)
    const code = nextCode(world, secret)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => finish(world, steps[index % 2]!, { code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countSessions(account)).toBe(sessions + 1)
    const later = await finish(world, await begin(account), { code })
    expect([later.status, later.body.code]).toEqual([401, 'session.code_wrong'])
  })

  test('codes of the adjacent steps enter, those two steps away do not', async () => {
    const { account, secret } = await enrolled()
    // Away from the step that enrolled.
    world.clock.hold(new Date(Date.now() + 600_000))
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      const answer = await finish(world, await begin(account), { code: codeOf(world, secret, steps) })
      expect([steps, answer.status]).toEqual([steps, status])
    }
  })

  test('five wrong codes end the step', async () => {
    const { account, secret } = await enrolled()
    const step = await begin(account)
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await finish(world, step, { code: codeOf(world, secret, 100 + tries) })
      expect([wrong.status, wrong.body.code]).toEqual([401, 'session.code_wrong'])
    }
    const right = await finish(world, step, { code: nextCode(world, secret) })
    expect([right.status, right.body.code]).toEqual([401, 'session.step_ended'])
  })

  test('more than five codes at once are judged five times', async () => {
    const { account, secret } = await enrolled()
    const step = await begin(account)
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        finish(world, step, { code: codeOf(world, secret, 50 + index) }),
      ),
    )
    expect(answers.filter(({ body }) => body.code === 'session.code_wrong')).toHaveLength(5)
    expect(answers.filter(({ body }) => body.code === 'session.step_ended')).toHaveLength(27)
  })

  test('ends after five minutes, and works once', async () => {
    const { account, secret } = await enrolled()
    const step = await begin(account)
    world.clock.offsetMs = 5 * 60_000
    const late = await finish(world, step, { code: codeOf(world, secret) })
    expect([late.status, late.body.code]).toEqual([401, 'session.step_ended'])
    const used = await begin(account)
    expect((await finish(world, used, { code: nextCode(world, secret) })).status).toBe(200)
    const again = await finish(world, used, { code: nextCode(world, secret) })
    expect([again.status, again.body.code]).toEqual([401, 'session.step_ended'])
  })

  test('belongs to its network, and to its secret', async () => {
    const { account, secret } = await enrolled()
    const step = await begin(account)
    const answer = await world.app.inject({
      method: 'POST',
      url: '/session/second',
      remoteAddress: '192.0.2.7',
      headers: { cookie: step },
      payload: { code: nextCode(world, secret) },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'session.step_ended'])
    const forged = await finish(world, `${step.slice(0, -4)}AAAA`, { code: nextCode(world, secret) })
    expect(forged.body.code).toBe('session.step_ended')
    expect((await finish(world, '', { code: '123456' })).body.code).toBe('session.step_ended')
    expect((await finish(world, step, { code: nextCode(world, secret) })).status).toBe(200)
  })

  test('a user who was disabled meanwhile does not enter', async () => {
    const { account, secret } = await enrolled()
    const step = await begin(account)
    await world.superuser.query('update users set disabled = true where id = $1', [account.ownerId])
    expect((await finish(world, step, { code: nextCode(world, secret) })).status).toBe(401)
  })

  test('changing the password needs the code too', async () => {
    const { account, secret } = await enrolled()
    const { userName, password } = account
    const newPassword = 'a sled, a compass and 40 dogs'
    const change = (more: object) =>
      world.call('PUT', '/session/password', { body: { userName, password, newPassword, ...more } })
    expect((await change({})).body.code).toBe('session.second_factor_required')
    expect((await change({ code: codeOf(world, secret, 9) })).body.code).toBe('session.code_wrong')
    const changed = await change({ code: nextCode(world, secret) })
    expect(changed.status).toBe(200)
    expect(decode(changed.body.token).claims.amr).toEqual(['pwd', 'otp', 'mfa'])
  })
})

test('a new password ends the second step that the old one began', async () => {
  const { account, secret } = await enrolled()
  const step = await begin(account)
  const { userName, password } = account
  const newPassword = 'a sled, a compass and 40 dogs'
  const body = { userName, password, newPassword, code: nextCode(world, secret) }
  expect((await world.call('PUT', '/session/password', { body })).status).toBe(200)
  const sessions = await countSessions(account)
  expect((await finish(world, step, { code: nextCode(world, secret) })).body.code).toBe('session.step_ended')
  expect(await countSessions(account)).toBe(sessions)
})

describe('recovery codes', () => {
  test('enter once each, under 64 parallel posts', async () => {
    const { account, recoveryCodes } = await enrolled()
    await verifyEmail(account)
    const live: string[] = []
    for (let count = 0; count < 9; count += 1) live.push(await begin(account))
    const sessions = await countSessions(account)
    const recoveryCode = recoveryCodes[0]!
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => finish(world, live[index % live.length]!, { recoveryCode })),
    )
    const entered = answers.filter(({ status }) => status === 200)
    expect(entered).toHaveLength(1)
    expect(entered[0]!.body.recoveryCodesLeft).toBe(9)
    expect(
      statusesOf(answers)
        .slice(1)
        .every((status) => status === 401 || status === 429),
    ).toBe(true)
    expect(await countSessions(account)).toBe(sessions + 1)
    const again = await finish(world, await begin(account), { recoveryCode })
    expect([again.status, again.body.code]).toEqual([401, 'session.code_wrong'])
    expect(await mailsOf(account)).toContain('recovery-code-used')
  })

  test('one sign-in spends at most one, in parallel and afterwards', async () => {
    const { account, recoveryCodes } = await enrolled()
    const step = await begin(account)
    const answers = await Promise.all(
      recoveryCodes.slice(0, 5).map((recoveryCode) => finish(world, step, { recoveryCode })),
    )
    const entered = answers.find(({ status }) => status === 200)!
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countUsedCodes(account)).toBe(1)
    // The session that was opened by one gets no proof by another.
    const recoveryCode = recoveryCodes[9]!
    const body = { password: account.password, recoveryCode }
    const headers = { cookie: cookieOf(entered) }
    expect((await world.call('POST', '/session/proof', { body, headers })).status).toBe(400)
    expect(await countUsedCodes(account)).toBe(1)
  })

  test('both at once are refused', async () => {
    const { account, recoveryCodes, secret } = await enrolled()
    const body = { code: nextCode(world, secret), recoveryCode: recoveryCodes[0] }
    expect((await finish(world, await begin(account), body)).status).toBe(400)
    expect(await countUsedCodes(account)).toBe(0)
  })

  test('new ones end the old ones', async () => {
    const { account, recoveryCodes, token } = await enrolled()
    const renewed = await world.call('POST', '/api/me/recoveryCodes', { token })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const old = await finish(world, await begin(account), { recoveryCode: recoveryCodes[0] })
    expect(old.status).toBe(401)
    const typed = renewed.body.recoveryCodes[0].toLowerCase().replaceAll('-', ' ')
    expect((await finish(world, await begin(account), { recoveryCode: typed })).status).toBe(200)
  })

  test('after a recovery code the user can set up a new app', async () => {
    const { account, recoveryCodes } = await enrolled()
    const entered = await finish(world, await begin(account), { recoveryCode: recoveryCodes[0] })
    const { token } = entered.body
    const { secret } = (await world.call('POST', '/api/me/totp', { token })).body
    const body = { code: codeOf(world, secret) }
    expect((await world.call('POST', '/api/me/totp/confirm', { token, body })).status).toBe(200)
    expect((await signInTwice(world, account, secret)).status).toBe(200)
  })
})

describe('proving the identity again', () => {
  const prove = (cookie: string, body: object) =>
    world.call('POST', '/session/proof', { body, headers: { cookie } })

  test('gives a new token of the same session', async () => {
    const account = await world.make.account()
    const signedIn = await signInAs(world, account)
    world.clock.offsetMs = 6 * 60_000
    const proven = await prove(cookieOf(signedIn), { password: account.password })
    expect(proven.status).toBe(200)
    expect(cookieOf(proven)).toBe('')
    const before = decode(signedIn.body.token).claims
    const after = decode(proven.body.token).claims
    expect(after).toMatchObject({ client_id: before.client_id, sub: before.sub, amr: ['pwd'] })
    expect(Number(after.auth_time) - Number(before.auth_time)).toBeGreaterThanOrEqual(359)
    expect((await world.call('POST', '/api/me/totp', { token: proven.body.token })).status).toBe(200)
    expect((await prove(cookieOf(signedIn), { password: 'not this one' })).body.code).toBe('session.refused')
    expect((await prove('', { password: account.password })).body.code).toBe('session.ended')
  })

  test('asks for the code of a user who has an app', async () => {
    const { account, secret, cookie } = await enrolled()
    const { password } = account
    expect((await prove(cookie, { password })).body.code).toBe('session.second_factor_required')
    const wrong = await prove(cookie, { password, code: codeOf(world, secret, 7) })
    expect(wrong.body.code).toBe('session.code_wrong')
    const code = nextCode(world, secret)
    expect((await prove(cookie, { password: 'not this one', code })).body.code).toBe('session.code_wrong')
    const proven = await prove(cookie, { password, code })
    expect(decode(proven.body.token).claims.amr).toEqual(['pwd', 'otp', 'mfa'])
    expect((await prove(cookie, { password, code })).body.code).toBe('session.code_wrong')
  })

  test('refreshing the session loses the proof', async () => {
    const account = await world.make.account()
    const signedIn = await signInAs(world, account)
    world.clock.offsetMs = 6 * 60_000
    await prove(cookieOf(signedIn), { password: account.password })
    const headers = { cookie: cookieOf(signedIn) }
    const { token } = (await world.call('POST', '/session/refresh', { headers })).body
    expect((await world.call('POST', '/api/me/totp', { token })).body.code).toBe('access.not_recent')
  })
})

describe('a forgotten password', () => {
  const links: ['password-reset' | 'invitation', string][] = [
    ['password-reset', '/session/reset/confirm'],
    ['invitation', '/session/invitation/accept'],
  ]
  test.each(links)(
    '%s: the link needs the second factor too, and stays valid after a wrong code',
    async (kind, path) => {
      const { account, secret, recoveryCodes } = await enrolled()
      await verifyEmail(account)
      const { accountId, account: publicId, ownerId: userId, userName } = account
      const { rows } = await world.superuser.query('select email from users where id = $1', [userId])
      const link = await inTransaction(world.ctx, accountId, (tx) =>
        createLink(tx, tx.db, {
          accountId,
          account: publicId,
          userId,
          kind,
          payload: { email: rows[0].email },
          validForMs: 3_600_000,
        }),
      )
      const newPassword = 'mareas vivas de marzo'
      const confirm = (more: object) =>
        world.call('POST', path, { body: { secret: link, newPassword, ...more } })
      expect((await confirm({})).body.code).toBe('session.second_factor_required')
      expect((await confirm({ code: codeOf(world, secret, 9) })).body.code).toBe('session.code_wrong')
      expect((await confirm({ recoveryCode: 'AAAA' })).body.code).toBe('session.code_wrong')
      expect((await signInAs(world, account)).status).toBe(202)
      expect((await confirm({ recoveryCode: recoveryCodes[3] })).status).toBe(200)
      expect((await signInAs(world, account)).status).toBe(401)
      expect((await signInAs(world, { userName, password: newPassword })).body.next).toBe('secondFactor')
    },
  )
})
