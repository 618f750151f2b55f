// The first list of devices in a browser with an empty cache: time until rows are on the screen, and bytes received
// until then.

import type { Browser, Page } from 'playwright-core'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { CountingProxy } from '../load/counting-proxy.ts'
import { startCountingProxy } from '../load/counting-proxy.ts'
import type { InPage, Site } from './visit.ts'
import { openPage, signIn, whole } from './visit.ts'

const rounds = 5

export async function measureFirstList(browser: Browser, site: Site, devices: number): Promise<Figures> {
  const proxy = await startCountingProxy(site.url)
  try {
    const counted = { ...site, url: proxy.url }
    const visits: Awaited<ReturnType<typeof measureVisit>>[] = []
    for (let round = 0; round < rounds; round += 1)
      visits.push(await measureVisit(browser, counted, proxy, devices))
    const middle = (name: keyof (typeof visits)[number]) => median(visits.map((visit) => visit[name]))
    return {
      'first list, s': middle('listSeconds'),
      'first list, longest, s': Math.max(...visits.map(({ listSeconds }) => listSeconds)),
      'whole fleet listed, s': middle('wholeSeconds'),
      'received before the first list, kB': middle('listKb'),
      'received before the first list, with the sign-in, kB': middle('signInKb'),
    }
  } finally {
    await proxy.close()
  }
}

/** Signs in, then opens the live map again as a signed-in user; the cache is empty both times. */
async function measureVisit(browser: Browser, site: Site, proxy: CountingProxy, devices: number) {
  const signedIn = await openPage(browser, ['note-first-list'])
  const signInBeganMs = Date.now()
  await signIn(signedIn, site)
  const signInKb = proxy.bytesBetween(signInBeganMs, (await firstList(signedIn)).epochMs) / 1_000
  // Without what the page stored about the cache, which is empty again.
  const { cookies } = await signedIn.context().storageState()
  const storageState = { cookies, origins: [] }
  await signedIn.context().close()

  const page = await openPage(browser, ['note-first-list'], { storageState })
  const beganMs = Date.now()
  await page.goto(`${site.url}/live`, { waitUntil: 'commit' })
  const { ageMs, epochMs } = await firstList(page)
  const wholeMs = await whole(page, devices)
  await page.context().close()
  return {
    listSeconds: ageMs / 1_000,
    wholeSeconds: wholeMs / 1_000,
    listKb: proxy.bytesBetween(beganMs, epochMs) / 1_000,
    signInKb,
  }
}

async function firstList(page: Page): Promise<NonNullable<InPage['firstListAt']>> {
  const noted = await page.waitForFunction(() => (globalThis as unknown as InPage).firstListAt, undefined, {
    polling: 50,
  })
  return (await noted.jsonValue()) as NonNullable<InPage['firstListAt']>
}
