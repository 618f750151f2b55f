// Second factors in a browser: an authenticator app whose codes the test computes, and Chromium's virtual authenticator.

import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { codeNow } from '../server/test/second-factor.ts'
import type { Visitor } from './visitor.ts'

export interface Authenticator {
  cdp: CDPSession
  authenticatorId: string
}

/** It always consents. */
export async function addAuthenticator({
  context,
  page,
}: Pick<Visitor, 'context' | 'page'>): Promise<Authenticator> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** On the page of one's own security. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
}

export async function readSecret(page: Page): Promise<string> {
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  return (await page.locator('code', { hasText: /^[A-Z2-7]{32}$/ }).textContent())!
}

export async function storeCodes(page: Page): Promise<string[]> {
  const text = await page.locator('pre', { hasText: /^([A-Z2-7]{4}-){5}/ }).textContent()
  await page.getByLabel('I have stored the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return text!.split('\n')
}

/** The code of the step before is accepted until the current one ends. */
async function olderCode(secret: string): Promise<string> {
  const restMs = () => stepMs - (Date.now() % stepMs)
  // Timers of a busy process end early, still within the step.
  while (restMs() < neededMs) await sleep(restMs())
  return codeNow(secret, -1)
}
const stepMs = 30_000
/** To fill it in and send it, on a busy machine. */
const neededMs = 10_000

/** On the page of one's own security. The code is an older one, so that the current one can be used next. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const secret = await readSecret(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await olderCode(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = await storeCodes(page)
  await page.getByText(/^In use since/).waitFor()
  return { secret, codes }
}

export async function fillPassword(
  page: Page,
  { userName, password }: { userName: string; password: string },
): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
