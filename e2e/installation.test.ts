// The health of the installation, for operators.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../server/test/account-life.ts'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

let stage: Stage
let operator: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  operator = await stage.make.account()
  await makeOperator(stage.world, operator.userName)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('an operator tries the mail server, and reads its response', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(operator, '/console/installation')
  await page.getByRole('heading', { name: 'E-mail' }).waitFor()
  const outcome = page.getByRole('status').filter({ hasText: operator.userName })
  stage.mailbox.behaviour = { recipient: 550 }
  await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await outcome.getByText('could not be sent').waitFor()
  await outcome.getByText(/Response of the mail server: .*550/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  stage.mailbox.behaviour = 'accepts'
  await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await outcome.getByText('The mail server accepted the e-mail').waitFor()
  expect(stage.mailbox.messages.filter(({ to }) => to === operator.userName)).toHaveLength(1)
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test.each([
  ['es', 'Correo', 'Enviarme un correo de prueba'],
  ['pt', 'E-mail', 'Enviar-me um e-mail de teste'],
] as const)('in %s, on a screen of 320 pixels', async (language, heading, button) => {
  const { page, signIn } = await stage.visit({ language, width: 320, height: 640, theme: 'dark' })
  await signIn(operator, '/console/installation')
  await page.getByRole('heading', { name: heading }).waitFor()
  await page.getByRole('button', { name: button }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
