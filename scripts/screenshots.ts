// npm run screenshots [view …]: starts an installation with a fleet, and takes a screenshot of every main view, light and
// dark, on a desktop and on a phone.

import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'
import { makeDemo } from './screenshots/demo.ts'
import type { Installation } from './screenshots/installation.ts'
import { openInstallation } from './screenshots/installation.ts'
import { launchBrowser } from './web/browser.ts'
import { buildWeb } from './web/build.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
/** The map is rendered without a graphics card. */
const settleMs = 5_000

function viewsOf(things: Record<string, string>): Record<string, string> {
  const { deviceId, roadId, ruleId, webhookId } = things
  return {
    live: '/live?at=5.6/40.6/-5.2',
    device: `/live?device=${deviceId}&at=8.4/42.5/-9.1`,
    history: `/history/${roadId}`,
    alerts: '/alerts',
    rules: '/rules',
    rule: `/rules/${ruleId}`,
    geofences: '/geofences',
    details: `/devices/${deviceId}`,
    connect: '/connect',
    account: '/settings/account',
    'api-keys': '/settings/api-keys',
    users: '/settings/users',
    groups: '/settings/groups',
    contacts: '/settings/contacts',
    webhooks: `/settings/webhooks/${webhookId}`,
    shares: '/settings/shares',
    audit: '/settings/audit',
    preferences: '/settings/preferences',
  }
}

async function takePictures(browser: Browser, { url, owner }: Installation, views: Record<string, string>) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({
        baseURL: url,
        viewport,
        colorScheme: theme,
        locale: 'en',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto('/sign-in')
      const picture = (view: string) => page.screenshot({ path: `${folder}${view}-${theme}-${size}.png` })
      await page.getByLabel('User name').waitFor()
      await picture('sign-in')
      await page.getByLabel('User name').fill(owner.userName)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
      for (const [view, path] of Object.entries(views)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.waitForTimeout(settleMs)
        await picture(view)
        console.log(`${view}-${theme}-${size}.png`)
      }
      await context.close()
    }
  }
}

buildWeb()
mkdirSync(folder, { recursive: true })
const installation = await openInstallation({ name: 'Rías Atlantic', email: 'ana@example.com' })
const server = await launchBrowser()
try {
  const things = await makeDemo(installation)
  const wanted = process.argv.slice(2)
  const views = Object.entries(viewsOf(things)).filter(
    ([view]) => wanted.length === 0 || wanted.includes(view),
  )
  const browser = await chromium.connect(server.wsEndpoint())
  await takePictures(browser, installation, Object.fromEntries(views))
  await browser.close()
} finally {
  await server.close()
  await installation.close()
}
