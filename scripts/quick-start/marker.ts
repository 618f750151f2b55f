// Signs in, looks at a device that drives, and waits until its marker stood at three places.

import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { launchBrowser } from '../web/browser.ts'
import type { SignIn } from './walk.ts'

const inPage = fileURLToPath(new URL('in-page/has-a-marker-moved.js', import.meta.url))
const patience = { timeout: 120_000 }
/** What the script in in-page/ puts there. */
interface InPage {
  hasAMarkerMoved(): boolean
}

/** Those that report every ten seconds. */
const quick = /(Truck|Night line|Reefer|Atlas|Camión|Van ).*km\/h/

export async function watchMarker({ url, userName, password }: SignIn, picture: string): Promise<void> {
  const server = await launchBrowser()
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 800 },
      locale: 'en',
    })
    await context.addInitScript({ path: inPage })
    const page = await context.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('User name').fill(userName, patience)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor(patience)
    await page.getByRole('option').first().waitFor(patience)
    await page.getByText('Moving', { exact: false }).first().click()
    await page.getByPlaceholder('Search devices').fill('ru')
    const row = page.getByRole('option', { name: quick }).first()
    await row.click(patience)
    await page.waitForFunction(() => (globalThis as unknown as InPage).hasAMarkerMoved(), undefined, {
      ...patience,
      polling: 250,
    })
    await page.screenshot({ path: picture })
    await browser.close()
  } finally {
    await server.close()
  }
}
