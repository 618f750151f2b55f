// Second factors in the interface: set up, sign in, recover, require.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { codeNow as codeOf } from '../server/test/second-factor.ts'
import { findBarriers } from './axe.ts'
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

async function readSecret({ page }: Visitor): Promise<string> {
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  return (await page.locator('code', { hasText: /^[A-Z2-7]{32}$/ }).textContent())!
}

async function storeCodes({ page }: Visitor): Promise<string[]> {
  const text = await page.locator('code', { hasText: /^([A-Z2-7]{4}-){5}/ }).textContent()
  await page.getByLabel('I have stored the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return text!.split('\n')
}

async function enterPassword({ page, goTo }: Visitor, who: { userName: string; password: string }) {
  await goTo('/sign-in')
  await page.getByLabel('User name').fill(who.userName)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
}

async function enrol(account: MadeAccount): Promise<{ secret: string; codes: string[] }> {
  const visitor = await stage.visit()
  const { page, signIn } = visitor
  await signIn(account, '/settings/security')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const secret = await readSecret(visitor)
  await page.getByLabel('Code').fill(codeOf(secret, -1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = await storeCodes(visitor)
  await page.getByText(/^In use since/).waitFor()
  return { secret, codes }
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
  await page.getByLabel('Code').fill(codeOf(secret, 9))
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('Wrong code')
  await page.getByLabel('Code').fill(codeOf(secret))
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
  const secret = await readSecret(visitor)
  await page.getByLabel('Code').fill(codeOf(secret))
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
  await enterPassword(visitor, account)
  await page.getByLabel('Code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
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
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your recovery codes').waitFor()
})

test('an account requires a second factor, and a user sets it up at sign-in', async () => {
  const account = await stage.make.account()
  const person = await makePerson(stage, account, {})
  const { secret } = await enrol(account)
  const owner = await stage.visit()
  await enterPassword(owner, account)
  await owner.page.getByLabel('Code').fill(codeOf(secret))
  await owner.page.getByRole('button', { name: 'Continue' }).click()
  await owner.page.getByRole('heading', { name: 'Devices' }).waitFor()
  await owner.goTo('/settings/account')
  await owner.page.getByLabel('All users').check()
  await owner.page.getByRole('button', { name: 'Save' }).last().click()
  await owner.page.getByText('Saved.').first().waitFor()

  const visitor = await stage.visit()
  const { page } = visitor
  await enterPassword(visitor, person)
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const own = await readSecret(visitor)
  await page.getByLabel('Code').fill(codeOf(own))
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(await storeCodes(visitor)).toHaveLength(10)
  await page.waitForURL('**/live')
})
