// Forgotten passwords, invitations and e-mail addresses, with real e-mails.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { linksIn, secretIn, verifyEmailOf } from '../server/test/identity.ts'
import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

const newPassword = 'mareas vivas de marzo'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  await verifyEmailOf(stage.world, account.ownerId)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function choosePassword({ page }: Visitor): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
}

async function signIn({ page }: Visitor, userName: string): Promise<void> {
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
}

test('a user who forgot the password gets a link, chooses another and signs in', async () => {
  const visitor = await stage.visit()
  const { page, goTo, expects } = visitor
  await goTo('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // Both pages ask for a user name.
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('User name').fill(account.userName)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()

  const secret = await secretIn(stage.mailbox, account.userName, 'reset')
  const { raw } = stage.mailbox.messages.find(({ to }) => to === account.userName)!
  for (const link of linksIn(raw)) expect(new URL(link).origin).toBe(stage.url)
  await goTo(`/reset#${secret}`)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await choosePassword(visitor)
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await signIn(visitor, account.userName)

  const again = await stage.visit()
  again.expects(/404.*\/session\/reset\/confirm$/)
  expects(/401/)
  await again.goTo(`/reset#${secret}`)
  await choosePassword(again)
  await again.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
})

test('an invited user chooses a password and signs in', async () => {
  const owner = await stage.make.account()
  const email = 'noa@example.com'
  const { page, signIn: enter } = await stage.visit()
  await enter(owner, '/settings/users/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Noa Castro')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('radio', { name: 'Administrator' }).check()
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).waitFor()
  await page.getByText('The e-mail address is not confirmed yet.').waitFor()

  const invited = await stage.visit()
  await invited.goTo(`/invitation#${await secretIn(stage.mailbox, email, 'invitation')}`)
  await invited.page.getByText(`Your user name is ${email}.`).waitFor()
  await choosePassword(invited)
  await invited.page.getByRole('heading', { name: 'You can sign in now' }).waitFor()
  await signIn(invited, email)
  await page.reload()
  await page.getByText('The e-mail address is confirmed.').waitFor()
})

test('a user changes the own e-mail address, and undoes it from the old one', async () => {
  const owner = await stage.make.account()
  await verifyEmailOf(stage.world, owner.ownerId)
  const email = 'new-address@example.com'
  const visitor = await stage.visit()
  const { page, signIn: enter, goTo, expects } = visitor
  await enter(owner, '/settings/preferences')
  const input = page.getByRole('textbox', { name: 'E-mail' })
  await input.fill(email)
  await page.getByRole('button', { name: 'Send link to the new address' }).click()
  await page.getByText(`We sent a link to ${email}`).waitFor()
  await goTo(`/email#${await secretIn(stage.mailbox, email, 'email')}`)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()
  await goTo('/settings/preferences')
  await expect.poll(() => input.inputValue()).toBe(email)

  expects(/401/)
  await goTo(`/email-undo#${await secretIn(stage.mailbox, owner.userName, 'email-undo')}`)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await page.getByRole('heading', { name: 'Your old e-mail address is restored' }).waitFor()
  await page.getByRole('link', { name: 'Choose a new password' }).waitFor()
  await enter(owner, '/settings/preferences')
  await expect.poll(() => input.inputValue()).toBe(owner.userName)
})
