// A colleague from the invitation to a lost phone, and a reset that nobody expected.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { linksIn, secretIn, verifyEmailOf } from '../server/test/identity.ts'
import { codeNow, recover } from '../server/test/second-factor.ts'
import { findBarriers } from './axe.ts'
import { addAuthenticator, addPasskey, fillPassword, readSecret, setUpApp, storeCodes } from './factors.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage({}, { host: 'localhost' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const enters = ({ page }: Visitor) => page.getByRole('heading', { name: 'Devices' }).waitFor()

test('invitation, password, app, passkey, lost phone, reset by the account holder, new app', {
  timeout: 360_000,
}, async () => {
  const email = `noa-${crypto.randomUUID()}@example.com`
  const noa = { userName: email, password: 'mareas vivas de marzo' }
  const account = await stage.make.account()
  const owner = await stage.visit()
  await owner.signIn(account, '/settings/users/new')
  await owner.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Noa Castro')
  await owner.page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await owner.page.getByRole('radio', { name: 'Administrator' }).check()
  await owner.page.getByRole('button', { name: 'Create user' }).click()
  await owner.page.getByRole('button', { name: 'Send invitation' }).waitFor()

  const laptop = await stage.visit()
  await addAuthenticator(laptop)
  const { page } = laptop
  await laptop.goTo(`/invitation#${await secretIn(stage.mailbox, email, 'invitation')}`)
  await page.getByLabel('New password', { exact: true }).fill(noa.password)
  await page.getByLabel('Repeat new password').fill(noa.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await fillPassword(page, noa)
  await enters(laptop)

  await laptop.goTo('/settings/security')
  const { codes } = await setUpApp(page)
  expect(codes).toHaveLength(10)
  await addPasskey(page, 'Office laptop')
  // The codes of the app are for both.
  await page.getByRole('button', { name: 'Remove Office laptop' }).waitFor()
  await page.context().clearCookies()
  await laptop.goTo('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await enters(laptop)

  // Phone and laptop are gone, and the codes with them.
  await owner.page.reload()
  await owner.page.getByRole('button', { name: 'Reset the second factor' }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reset the second factor' }).click()
  await owner.page.getByText(`A link was sent to ${email}.`).waitFor()

  const borrowed = await stage.visit()
  borrowed.expects(/403.*\/session$/)
  await borrowed.goTo('/sign-in')
  await fillPassword(borrowed.page, noa)
  expect(await borrowed.page.getByRole('alert').textContent()).toContain('second factor was reset')
  await borrowed.goTo(`/enrol#${await secretIn(stage.mailbox, email, 'enrol')}`)
  await borrowed.page.getByText('Sign in with your password to set up a new second factor.').waitFor()
  expect(await findBarriers(borrowed.page)).toEqual([])
  await fillPassword(borrowed.page, noa)
  await borrowed.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  const secret = await readSecret(borrowed.page)
  await borrowed.page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeNow(secret))
  await borrowed.page.getByRole('button', { name: 'Confirm' }).click()
  const newCodes = await storeCodes(borrowed.page)
  expect(newCodes).toHaveLength(10)
  expect(newCodes.filter((code) => codes.includes(code))).toEqual([])
  await enters(borrowed)

  // What was lost opens nothing any more.
  laptop.expects(/401/)
  await page.context().clearCookies()
  await laptop.goTo('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('not accepted')
  await fillPassword(page, noa)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('wrong or was used before')
})

test('the link of the e-mail stops a reset that nobody expected', async () => {
  const account = await stage.make.account()
  await verifyEmailOf(stage.world, account.ownerId)
  const holder = await stage.visit()
  await holder.signIn(account, '/settings/security')
  await setUpApp(holder.page)
  await recover(stage.world, account)

  const find = () =>
    stage.mailbox.messages
      .filter(({ to }) => to === account.userName)
      .flatMap(({ raw }) => linksIn(raw))
      .find((link) => link.startsWith(`${stage.url}/stop-recovery#`))
  await expect.poll(find).toBeDefined()
  const reader = await stage.visit()
  await reader.goTo(find()!)
  await reader.page.getByRole('heading', { name: 'Stop the reset?' }).waitFor()
  expect(await findBarriers(reader.page)).toEqual([])
  await reader.page.getByRole('button', { name: 'Stop the reset' }).click()
  await reader.page.getByRole('heading', { name: 'The reset is stopped' }).waitFor()

  // Nothing is left that could reset it, and the sign-in still asks for the code.
  const { rows } = await stage.world.superuser.query(
    'select stopped_by, finished_at from factor_recoveries where account_id = $1',
    [account.accountId],
  )
  expect(rows).toEqual([{ stopped_by: account.ownerId, finished_at: null }])
  const again = await stage.visit()
  again.expects(/404.*\/session\/recovery\/stop$/)
  await again.goTo(find()!)
  await again.page.getByRole('button', { name: 'Stop the reset' }).click()
  await again.page.getByText('The reset was stopped or has ended').waitFor()
  await again.goTo('/sign-in')
  await fillPassword(again.page, account)
  await again.page.getByRole('heading', { name: 'Second factor' }).waitFor()
})
