// The first run of an installation, sign-up, and a suspended account.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reopen, setupCode, suspend } from '../server/test/account-life.ts'
import { textOf } from '../server/test/identity.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const password = 'mareas vivas de marzo'
const email = 'olga@example.com'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ RASTRO_SIGN_UP: 'on' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

describe('an installation', () => {
  test('without an account shows the setup, which makes the first operator and account', async () => {
    const code = (await setupCode(stage.world)) ?? ''
    const { page, goTo, expects } = await stage.visit()
    expects(/403.*\/session\/setup$/)
    await goTo('/')
    await page.getByRole('heading', { name: 'Set up this installation' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Setup code').fill('wrong')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Your name').fill('Olga Operator')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Name of your company').fill('Expedition')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Setup code').fill(code)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('heading', { name: 'The installation is ready' }).waitFor()
    await page.getByText('Send yourself a test e-mail in Console, Installation.').waitFor()
    await page.getByText(/^rastro map add https:/).waitFor()
    await page.getByText('RASTRO_MAP_PROVIDERS=openfreemap', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByLabel('User name').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Devices' }).waitFor()
    await goTo('/setup')
    await page.getByRole('heading', { name: 'The installation is set up' }).waitFor()
    await goTo('/settings')
    await page.getByRole('link', { name: 'Maps', exact: true }).click()
    await page.getByText('None yet.').waitFor()
    await page.getByRole('checkbox', { name: 'OpenFreeMap: streets' }).check()
    await page.getByRole('checkbox', { name: 'MapTiler: streets' }).check()
    await page.getByText('and the origin of this site to MapTiler').waitFor()
    const setting = page.getByText('RASTRO_MAP_PROVIDERS=')
    expect(await setting.textContent()).toBe(
      'RASTRO_MAP_PROVIDERS=openfreemap,maptiler\nRASTRO_MAP_PROVIDER_KEYS=maptiler=KEY',
    )
    expect(await findBarriers(page)).toEqual([])
  })

  test('shows its maps to operators only', async () => {
    const { page, signIn } = await stage.visit()
    await signIn(await stage.make.account(), '/settings/maps')
    await page.getByText('Only the operators of this installation choose its maps.').waitFor()
    await page.getByRole('link', { name: 'Preferences' }).waitFor()
    expect(await page.getByRole('link', { name: 'Maps', exact: true }).count()).toBe(0)
  })

  test.for([
    ['es', 'La instalación está configurada'],
    ['pt', 'A instalação está configurada'],
  ] as const)('that is set up is closed in %s', async ([language, heading]) => {
    const { page, goTo } = await stage.visit({ language })
    await goTo('/setup')
    await page.getByRole('heading', { name: heading }).waitFor()
  })

  test('lets a person sign up: proof of work, e-mail, password, trial', async () => {
    const { page, goTo } = await stage.visit()
    await goTo('/sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('E-mail address').fill('nadia@company.example')
    await page.getByLabel('Your name').fill('Nadia New')
    await page.getByLabel('Name of your company').fill('New Fleet')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    const find = () =>
      /\/sign-up\/confirm#[0-9A-Za-z]{43}/.exec(
        stage.mailbox.messages
          .filter(({ to }) => to === 'nadia@company.example')
          .map(({ raw }) => textOf(raw))
          .join(),
      )?.[0]
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    await goTo(find()!)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Repeat new password').fill(password)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByLabel('User name').fill('nadia@company.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Devices' }).waitFor()
  })
})

test('a suspended account shows why and whom to ask, until it is reopened', async () => {
  const account = await stage.make.account()
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await suspend(stage.world, account.accountId, {
    reason: 'Invoice 114 is unpaid.',
    author: 'Ana',
  })
  const bar = page.getByText('The account is suspended')
  await bar.waitFor()
  await page.getByText('Reason: Invoice 114 is unpaid.').waitFor()
  await page.getByText(`Contact: ${email}`).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await reopen(stage.world, account.accountId, { reason: 'Paid.', author: 'Ana' })
  await bar.waitFor({ state: 'detached' })
})

test('the account page sets how long history is kept', async () => {
  const account = await stage.make.account()
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/account')
  await page.getByLabel('A number of days').check()
  await page.getByLabel('Days', { exact: true }).fill('30')
  await page.getByText('Older locations are deleted').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const section = page.locator('form').filter({ hasText: 'A number of days' })
  await section.getByRole('button', { name: 'Save' }).click()
  const stored = async () =>
    (
      await stage.world.superuser.query('select history_days from accounts where account_id = $1', [
        account.accountId,
      ])
    ).rows[0].history_days
  await expect.poll(stored).toBe(30)
})
