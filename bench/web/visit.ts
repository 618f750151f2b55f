// A user of the live map in a browser.

import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export const password = 'a password for benches'

/** Where browsers find the interface, and who signs in. */
export interface Site {
  url: string
  userName: string
}

/** Defined by the scripts in ../in-page/. */
export interface InPage {
  whenWhole(devices: number): number | false
  longestTaskSince(fromMs: number): number
  firstListAt?: { ageMs: number; epochMs: number }
  drawnFrames: number
  animationFrames: number
}

export type InPageScript =
  | 'count-long-tasks'
  | 'count-frames'
  | 'count-animation-frames'
  | 'disable-drawing'
  | 'note-first-list'
  | 'withhold-places'

export async function openPage(
  browser: Browser,
  scripts: InPageScript[] = [],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    ...options,
  })
  const page = await context.newPage()
  for (const name of ['count-long-tasks', ...scripts] as const) await page.addInitScript(inPage(name))
  return page
}

export function inPage(name: InPageScript): { path: string } {
  return { path: fileURLToPath(new URL(`../in-page/${name}.js`, import.meta.url)) }
}

export async function signIn(page: Page, { url, userName }: Site): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/live')
}

/** Age of the page when the whole fleet was listed, ms. */
export async function whole(page: Page, devices: number): Promise<number> {
  const whenWhole = (devices: number) => (globalThis as unknown as InPage).whenWhole(devices)
  const wait = { polling: 20, timeout: 120_000 }
  const found = await page.waitForFunction(whenWhole, devices, wait)
  return (await found.jsonValue()) as number
}
