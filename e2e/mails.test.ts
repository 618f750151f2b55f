// Every identity e-mail as it arrives, drawn by Chromium in all languages. The pictures are in `rastro-e2e/mails` of
// the temporary directory, with one sheet for each language.

import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  linksIn,
  queueSamples,
  settleIdentity,
  startIdentityWorkers,
  textOf,
  verifyEmailOf,
} from '../server/test/identity.ts'
import type { Mailbox } from '../server/test/mailbox.ts'
import { openMailbox } from '../server/test/mailbox.ts'
import type { World } from '../server/test/world.ts'
import { openWorld } from '../server/test/world.ts'
import { findBarriers } from './axe.ts'

const publicUrl = 'https://rastro.example'
const folder = join(tmpdir(), 'rastro-e2e', 'mails')
const phoneWidth = 360

let world: World
let mailbox: Mailbox
let workers: { stop(): Promise<void> }
let browser: Browser

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_PUBLIC_URL: publicUrl, RASTRO_SMTP_URL: mailbox.url })
  workers = startIdentityWorkers(world.ctx)
  browser = await chromium.connect(inject('browser'))
})
afterAll(async () => {
  await browser.close()
  await workers.stop()
  await world.close()
  await mailbox.close()
})

function htmlTo(address: string): string {
  const { raw } = mailbox.messages.find(({ to }) => to === address)!
  return /<!doctype html>[\s\S]*<\/html>/.exec(textOf(raw))![0]
}

/** One picture of many, to be looked at by a person. */
async function drawSheet(page: Page, pictures: Buffer[], path: string): Promise<void> {
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
  await page.setViewportSize({ width: 1_600, height: 900 })
  await page.setContent(
    `<!doctype html><body style="margin:8px;columns:5;column-gap:8px"><style>img{width:100%;margin-bottom:8px;break-inside:avoid}</style>${images.join('')}`,
  )
  await page.screenshot({ path, fullPage: true })
}

describe.each(['en', 'es', 'pt'] as const)('in %s', (language) => {
  test('every e-mail is complete, fits on a phone, has no barriers, and links to this installation only', async () => {
    const account = await world.make.account()
    const samples = await queueSamples(world, account, language)
    await settleIdentity(world)
    const context = await browser.newContext({ viewport: { width: phoneWidth, height: 640 } })
    const page = await context.newPage()
    const pictures: Buffer[] = []
    for (const { name, address } of samples) {
      await page.setContent(htmlTo(address))
      const seen = await page.evaluate(() => ({
        title: document.title,
        links: [...document.links].map(({ href }) => href),
        width: document.documentElement.scrollWidth,
      }))
      const text = (await page.locator('body').textContent()) ?? ''
      expect([name, text]).toEqual([
        name,
        expect.not.stringMatching(/undefined|null|NaN|Invalid Date|\[object|\{\{|\$\{|&\w+;/),
      ])
      expect([name, seen.title]).toEqual([name, expect.stringMatching(/^Rastro: /)])
      for (const link of seen.links) expect([name, new URL(link).origin]).toEqual([name, publicUrl])
      // A link that cannot be clicked must be copied by hand.
      const shown = text.match(/https?:\/\/\S+/g) ?? []
      expect([name, shown.filter((url) => !seen.links.includes(new URL(url).href))]).toEqual([name, []])
      expect([name, seen.width]).toEqual([name, phoneWidth])
      expect([name, await findBarriers(page)]).toEqual([name, []])
      pictures.push(await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true }))
    }
    await drawSheet(page, pictures, join(folder, `sheet.${language}.png`))
    await context.close()
  })
})

test('no link comes from a header of the request', async () => {
  const account = await world.make.account()
  await verifyEmailOf(world, account.ownerId)
  mailbox.messages.length = 0
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    referer: 'https://evil.example/',
  }
  const call = async (method: string, path: string, given: object, token?: string) => {
    const { status, text, body } = await world.call(method, path, { body: given, headers, token })
    expect([path, status, status < 300 ? '' : text]).toEqual([path, status, ''])
    return body
  }
  const token = await world.make.passwordToken(account)
  const person = {
    name: 'Noa',
    email: 'noa@example.com',
    role: 'administrator',
    country: 'ES',
    timeZone: 'UTC',
  }
  await call('POST', '/session/reset', { userName: account.userName })
  const { id } = await call('POST', '/api/users', person, token)
  await call('POST', `/api/users/${id}/invitation`, {}, token)
  await call('POST', '/api/me/email', { email: 'new@example.com' }, token)
  await call('POST', '/api/apiKeys', { name: 'Reports' }, token)
  await expect.poll(() => mailbox.messages.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4)
  await settleIdentity(world)
  for (const { raw } of mailbox.messages) {
    expect(raw).not.toContain('evil.example')
    for (const link of linksIn(raw)) expect(new URL(link).origin).toBe(publicUrl)
  }
})
