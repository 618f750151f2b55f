// The live map in a real browser with a large fleet: time to a useful view, longest task, memory growth.
//
// The browser itself counts long tasks (PerformanceObserver, "longtask"). Without a GPU, drawing is done in software
// on the same cores, and the main thread waits for it. That is not what users with a GPU see, so the figures with a
// target are measured with WebGL drawing disabled; figures with drawing are reported beside them.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { install } from './installation.ts'
import { launchAlone, launchChromium } from './load/browser.ts'
import { createMovingFleet } from './load/moving-fleet.ts'

const password = 'not used by any bench'
const rounds = 5
const sampleEveryMs = 10_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '50000' },
      rate: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '10' },
      /** opening, tasks or memory; all by default. */
      only: { type: 'string' },
    },
  })
  const [devices, rate, minutes] = [Number(values.devices), Number(values.rate), Number(values.minutes)]
  const installation = await install(Array.from({ length: devices }, () => null))
  const processes: Served[] = []
  let browser: Browser | undefined
  try {
    for (const role of ['recorder', 'api']) processes.push(await installation.serve(role))
    const { url } = processes[1]!
    const fleet = createMovingFleet(installation)
    await fleet.reportAll()
    browser = await launchChromium()
    const reports = fleet.begin(rate)
    const wants = (part: string) => values.only === undefined || values.only === part
    const figures: Figures = { devices }
    if (wants('opening')) Object.assign(figures, await measureOpening(browser, url!, installation, devices))
    for (const isDrawingDisabled of wants('tasks') ? [true, false] : [])
      Object.assign(figures, await measureTasks(browser, url!, installation, { isDrawingDisabled }))
    if (wants('memory')) Object.assign(figures, await measureMemory(url!, installation, minutes))
    figures['locations/s'] = reports.perSecond()
    reports.stop()
    const targets: Targets = {
      'locations/s': { atLeast: rate * 0.95 },
      'first useful view, s': { atMost: 3 },
      'longest task while the list scrolls, ms': { atMost: 100 },
      'longest task while the map is dragged, ms': { atMost: 100 },
      'memory at the end, ratio': { atLeast: 0.9, atMost: 1.1 },
    }
    const asked = Object.entries(targets).filter(([figure]) => values.only === undefined || figure in figures)
    report('web', figures, Object.fromEntries(asked))
  } finally {
    await browser?.close()
    for (const process of processes) await process.stop()
    await installation.remove()
  }
}

interface Opening {
  isDrawingDisabled?: boolean
}

async function openLive(
  browser: Browser,
  url: string,
  installation: Installation,
  { isDrawingDisabled }: Opening = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  const page = await context.newPage()
  if (isDrawingDisabled) await page.addInitScript(inPage('disable-drawing'))
  await signIn(page, url, installation)
  return page
}

async function signIn(page: Page, url: string, { account }: Installation): Promise<void> {
  await page.addInitScript(inPage('count-long-tasks'))
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('User name').fill(account.userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/live')
}

/** Defined by the scripts in in-page/. */
interface InPage {
  whenWhole(count: string): number | false
  longestTaskSince(fromMs: number): number
}

const inPage = (name: string) => ({ path: fileURLToPath(new URL(`in-page/${name}.js`, import.meta.url)) })

/** Age of the page when the whole fleet was listed, ms. */
async function whole(page: Page, devices: number): Promise<number> {
  const whenWhole = (count: string) => (globalThis as unknown as InPage).whenWhole(count)
  const wait = { polling: 20, timeout: 120_000 }
  const found = await page.waitForFunction(whenWhole, devices.toLocaleString('en'), wait)
  return (await found.jsonValue()) as number
}

/** A signed-in user reloads the page with a warm browser cache: time until the whole fleet is listed. */
async function measureOpening(
  browser: Browser,
  url: string,
  installation: Installation,
  devices: number,
): Promise<Figures> {
  const page = await openLive(browser, url, installation)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Excludes what the previous page leaves behind.
    await page.goto('about:blank')
    await sleep(2_000)
    await page.goto(`${url}/live`)
    seconds.push((await whole(page, devices)) / 1_000)
  }
  await page.context().close()
  return { 'first useful view, s': median(seconds), 'first useful view, longest, s': Math.max(...seconds) }
}

async function measureTasks(
  browser: Browser,
  url: string,
  installation: Installation,
  { isDrawingDisabled }: { isDrawingDisabled: boolean },
): Promise<Figures> {
  const page = await openLive(browser, url, installation, { isDrawingDisabled })
  await whole(page, installation.account.deviceIds.length)
  await sleep(8_000)
  const scrolled = await longestTaskDuring(page, async () => {
    await page.mouse.move(200, 600)
    for (let step = 0; step < 150; step += 1) {
      await page.mouse.wheel(0, step % 10 === 9 ? 40_000 : 400)
      await sleep(100)
    }
  })
  const dragged = await longestTaskDuring(page, async () => {
    for (let drag = 0; drag < 10; drag += 1) {
      await page.mouse.move(900, 450)
      await page.mouse.down()
      for (let step = 0; step < 12; step += 1) {
        await page.mouse.move(900 + (drag % 2 === 0 ? -1 : 1) * step * 30, 450 + step * 5)
        await sleep(60)
      }
      await page.mouse.up()
      await page.mouse.wheel(0, drag % 2 === 0 ? -500 : 500)
      await sleep(500)
    }
  })
  await page.context().close()
  const how = isDrawingDisabled ? '' : ', with drawing'
  return {
    [`longest task while the list scrolls${how}, ms`]: scrolled,
    [`longest task while the map is dragged${how}, ms`]: dragged,
  }
}

async function longestTaskDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const from = await page.evaluate(() => performance.now())
  await act()
  await sleep(1_000)
  return page.evaluate((from) => (globalThis as unknown as InPage).longestTaskSince(from), from)
}

/**
 * Memory of the page's process, including its worker. The page is not inspected meanwhile: a browser with an open
 * inspector retains the data of a stream for it.
 */
async function measureMemory(url: string, installation: Installation, minutes: number): Promise<Figures> {
  const alone = await launchAlone()
  try {
    const watching = await chromium.connectOverCDP(alone.url)
    const page = await watching.contexts()[0]!.newPage()
    await signIn(page, url, installation)
    await whole(page, installation.account.deviceIds.length)
    const session = await watching.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    await watching.close()
    const samples: number[] = []
    for (let waitedMs = 0; waitedMs < minutes * 60_000; waitedMs += sampleEveryMs) {
      await sleep(sampleEveryMs)
      samples.push(renderers.reduce((sum, pid) => sum + residentMb(pid), 0))
    }
    // The first minute fills caches; after that, garbage comes and goes.
    const perMinute = 60_000 / sampleEveryMs
    const begin = median(samples.slice(perMinute, perMinute * 2))
    const end = median(samples.slice(-perMinute))
    return {
      'memory in the second minute, MB': begin,
      'memory at its most, MB': Math.max(...samples),
      'memory at the end, MB': end,
      'memory at the end, ratio': end / begin,
    }
  } finally {
    alone.stop()
  }
}

function residentMb(pid: number): number {
  try {
    const [, kb = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kb) / 1_024
  } catch {
    return 0
  }
}
