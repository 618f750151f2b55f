// Signs in, selects a moving device, and waits until its marker has had three positions.

import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { launchBrowser } from '../web/browser.ts'
import type { SignIn } from './type-steps.ts'

const inPage = fileURLToPath(new URL('in-page/has-a-marker-moved.js', import.meta.url))
const patience = { timeout: 120_000 }
/** Defined by the script in in-page/. */
interface InPage {
  hasAMarkerMoved(): boolean
}

/** Devices that report every ten seconds. At any hour some of them move. */
const quick = ['Truck', 'Night line', 'Reefer', 'Atlas', 'Camión', 'Van']

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
    await (await findDriving(page)).click()
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

async function findDriving(page: Page): Promise<Locator> {
  const giveUpAtMs = performance.now() + patience.timeout
  while (performance.now() < giveUpAtMs) {
    for (const name of quick) {
      await page.getByPlaceholder('Search devices').fill(name)
      const row = page.getByRole('option', { name: new RegExp(`${name}.*km/h`) }).first()
      const isThere = await row.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      )
      if (isThere) return row
    }
  }
  throw new Error(`none of these devices moves: ${quick.join(', ')}`)
}
