// Second factors in the interface: set up, sign in, recover, require.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { codeNow as codeOf } from '../server/test/second-factor.ts'
import { findBarriers } from './axe.ts'
import { fillPassword, readSecret, setUpApp, storeCodes } from './factors.ts'
import { makePerson } from './people.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function enterPassword({ page, goTo }: Visitor, who: { userName: string; password: string }) {
  await goTo('/sign-in')
  await fillPassword(page, who)
}

async function enterWithCode(visitor: Visitor, account: MadeAccount, secret: string): Promise<void> {
  const { page } = visitor
  await enterPassword(visitor, account)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
}

async function enrol(account: MadeAccount): Promise<{ secret: string; codes: string[] }> {
  const { context, page, signIn } = await stage.visit()
  await signIn(account, '/settings/security')
  const enrolled = await setUpApp(page)
  await context.close()
  return enrolled
}

test('an app is set up with its QR code, and the sign-in asks for its code', async () => {
  const account = await stage.make.account()
  const { secret, codes } = await enrol(account)
  expect(codes).toHaveLength(10)

  const visitor = await stage.visit()
  const { page, expects } = visitor
  expects(/401.*\/session\/second$/)
  await enterPassword(visitor, account)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret, 9))
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('Wrong code')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
})

test('without the phone a recovery code enters, and a new app can be set up', async () => {
  const account = await stage.make.account()
  const { codes } = await enrol(account)
  const visitor = await stage.visit()
  const { page, goTo } = visitor
  await enterPassword(visitor, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await goTo('/settings/security')
  await page.getByText('9 unused codes.').waitFor()
  await page.getByRole('button', { name: 'Replace the app' }).click()
  const secret = await readSecret(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(/^In use since/).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a dangerous action asks for password and code, and goes on', async () => {
  const account = await stage.make.account()
  const { secret } = await enrol(account)
  const visitor = await stage.visit()
  const { page, expects, goTo } = visitor
  expects(/403.*\/api\/me\/recoveryCodes$/)
  await enterWithCode(visitor, account, secret)
  // Signed in ten minutes ago.
  await stage.world.superuser.query(
    `update sessions set created_at = created_at - interval '10 minutes' where account_id = $1`,
    [account.accountId],
  )
  await goTo('/settings/security')
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your recovery codes').waitFor()
})

test('an account requires a second factor, and a user sets it up at sign-in', async () => {
  const account = await stage.make.account()
  const person = await makePerson(stage, account, {})
  const { secret } = await enrol(account)
  const owner = await stage.visit()
  await enterWithCode(owner, account, secret)
  await owner.goTo('/settings/account')
  await owner.page.getByLabel('All users').check()
  await owner.page.getByRole('button', { name: 'Save' }).last().click()
  await owner.page.getByText('Saved.').first().waitFor()

  const visitor = await stage.visit()
  const { page } = visitor
  await enterPassword(visitor, person)
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const own = await readSecret(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(own))
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(await storeCodes(page)).toHaveLength(10)
  await page.waitForURL('**/live')
})

test('the password is changed with a code', async () => {
  const account = await stage.make.account()
  const { secret } = await enrol(account)
  const visitor = await stage.visit()
  const { page, expects, goTo } = visitor
  // The second one is of a request that was on its way when its session ended.
  expects(/401.*\/(session\/password$|api\/)/)
  await enterWithCode(visitor, account, secret)
  await goTo('/settings/preferences')
  const password = 'mareas vivas de marzo'
  await page.getByLabel('Current password').fill(account.password)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret, 9))
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await page.getByText('Wrong code.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await page.getByText('Password changed.').waitFor()

  const again = await stage.visit()
  await enterPassword(again, { ...account, password })
  await again.page.getByRole('heading', { name: 'Second factor' }).waitFor()
})
