import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('a wrong password shows an error and keeps the form', async () => {
  const { page, goTo, expects } = await stage.visit()
  expects(/401.*\/session$/)
  await goTo('/sign-in')
  await page.getByLabel('User name').fill(account.userName)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('Wrong user name or password.')
  expect(await page.getByLabel('User name').inputValue()).toBe(account.userName)
})

test('signing in continues to the requested view', async () => {
  const { page, goTo } = await stage.visit()
  await goTo('/live?status=moving')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('User name').fill(account.userName)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(new URL(page.url()).searchParams.get('status')).toBe('moving')
})

test('the sign-in does not redirect to another origin', async () => {
  const { page, goTo } = await stage.visit()
  await goTo(`/sign-in?next=${encodeURIComponent('//example.com/')}`)
  await page.getByLabel('User name').fill(account.userName)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  expect(new URL(page.url()).origin).toBe(stage.url)
})

test('a reload keeps the session', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account)
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
})

test('a user with a temporary password chooses a new one and is signed in', async () => {
  const given = await stage.make.account()
  const until = `update users set temporary_password_until = now() + interval '1 day' where id = $1`
  await stage.world.superuser.query(until, [given.ownerId])
  const { page, goTo, expects } = await stage.visit()
  expects(/403.*\/session$/)
  await goTo('/sign-in')
  await page.getByLabel('User name').fill(given.userName)
  await page.getByLabel('Password', { exact: true }).fill(given.password)
  await page.keyboard.press('Enter')
  await page.getByLabel('New password').fill('mareas vivas de marzo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
})
