// The client library in a real browser: the built package, bundled into one file.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type * as Client from '../sdk/src/index.ts'
import { bundlePackage, installPackage } from '../sdk/test/installed.ts'
import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

declare global {
  var client: typeof Client
  var received: string[]
  var states: string[]
}

let stage: Stage
let account: MadeAccount
let code: string
beforeAll(async () => {
  const installed = installPackage()
  code = await bundlePackage(installed)
  installed.remove()
  stage = await openStage()
  account = await stage.make.account({ licenses: 10 })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const html = `<link rel="icon" href="/icon.svg"><script type="module">
  import * as client from '/client.js'
  globalThis.client = client
</script>`

/** An empty page of the server's origin with the client loaded. */
async function openPage(page: Page): Promise<void> {
  await page.route('/client.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.route('/page', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('/page')
  await page.waitForFunction(() => globalThis.client !== undefined)
}

async function report(deviceId: string): Promise<string> {
  const body = { dateTime: new Date().toISOString(), latitude: 41.5, longitude: 2.1 }
  await stage.call('POST', `/api/devices/${deviceId}/locations`, { token: account.token, body })
  return body.dateTime
}

test('a page with an API key lists devices and receives the stream, also after a lost connection', async () => {
  const device = await stage.make.device(account, { name: 'Gaviota' })
  const visitor = await stage.visit()
  visitor.expects(/ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/)
  const { page } = visitor
  await openPage(page)
  const names = await page.evaluate(
    async (who) => {
      const { apiKeyTokens, createClient } = globalThis.client
      const rastro = createClient({ url: '', token: apiKeyTokens({ url: '', ...who }) })
      globalThis.received = []
      globalThis.states = []
      ;(async () => {
        const settings = { onState: (state: string) => globalThis.states.push(state) }
        for await (const event of rastro.stream({ kinds: ['location'] }, settings)) {
          if (event.type === 'location') globalThis.received.push(event.data.data.dateTime)
        }
      })().catch(reportError)
      const { devices } = await rastro.get('/api/devices')
      return devices.map(({ name }) => name)
    },
    { userName: account.userName, apiKey: account.apiKey },
  )
  expect(names).toEqual(['Gaviota'])
  const received = () => page.evaluate(() => globalThis.received)
  const liveTimes = () => page.evaluate(() => globalThis.states.filter((state) => state === 'live').length)
  await expect.poll(liveTimes).toBe(1)

  const reported = [await report(device.id)]
  await expect.poll(received).toEqual(reported)
  stage.proxy.cut()
  reported.push(await report(device.id))
  await expect.poll(liveTimes).toBe(2)
  reported.push(await report(device.id))
  await expect.poll(received).toEqual(reported)
})

test('a page signs in by password and keeps its session after a reload', async () => {
  const { page } = await stage.visit()
  await openPage(page)
  const who = { userName: account.userName, password: account.password }
  await page.evaluate((who) => globalThis.client.sessionTokens({ url: '' }).signIn(who), who)
  await page.reload()
  await page.waitForFunction(() => globalThis.client !== undefined)
  const name = await page.evaluate(async () => {
    const { createClient, sessionTokens } = globalThis.client
    const rastro = createClient({ url: '', token: sessionTokens({ url: '' }).token })
    return (await rastro.get('/api/account')).account.id
  })
  expect(name).toBe(account.account)
})
