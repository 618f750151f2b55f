// The live map with tens of thousands of devices: time until all are listed, and the longest task. The browser itself
// counts long tasks (PerformanceObserver, "longtask").
//
// Without a GPU, drawing is done in software on the same cores, and the main thread waits for it. That is not what
// users with a GPU see, so the tasks with a target are measured with WebGL drawing disabled; figures with drawing are
// reported beside them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { InPage, Site } from './visit.ts'
import { openPage, signIn, whole } from './visit.ts'

const rounds = 5

/** A signed-in user reloads the page with a warm browser cache: time until the whole fleet is listed. */
export async function measureOpening(browser: Browser, site: Site, devices: number): Promise<Figures> {
  const page = await openPage(browser)
  await signIn(page, site)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Excludes what the previous page leaves behind.
    await page.goto('about:blank')
    await sleep(2_000)
    await page.goto(`${site.url}/live`)
    seconds.push((await whole(page, devices)) / 1_000)
  }
  await page.context().close()
  return { 'first useful view, s': median(seconds), 'first useful view, longest, s': Math.max(...seconds) }
}

export async function measureTasks(
  browser: Browser,
  site: Site,
  { devices, isDrawingDisabled }: { devices: number; isDrawingDisabled: boolean },
): Promise<Figures> {
  const page = await openPage(browser, isDrawingDisabled ? ['disable-drawing'] : [])
  await signIn(page, site)
  await whole(page, devices)
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
