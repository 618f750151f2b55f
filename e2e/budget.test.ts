// The cost of a first visit: few bytes until texts and lists are shown; the map loads after them.

import type { Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const maxBytes = 300_000

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

type Part = 'map' | 'basemap' | 'fonts' | 'interface'

function partOf(path: string): Part {
  if (path.startsWith('/basemap/')) return 'basemap'
  if (/[.]woff2?$/.test(path)) return 'fonts'
  return /map-stage|map-canvas|maplibre/.test(path) ? 'map' : 'interface'
}

function bytesUntil(received: { part: Part; bytes: number; endedAtMs: number }[], atMs: number) {
  const sum = { interface: 0, map: 0, basemap: 0, fonts: 0 }
  for (const { part, bytes, endedAtMs } of received) if (endedAtMs <= atMs) sum[part] += bytes
  return sum
}

test(`sign-in, frame and the first list take at most ${maxBytes / 1_000} kB, and the map loads separately`, async () => {
  await stage.make.device(account, { name: 'Gaviota' })
  const { page, context, goTo } = await stage.visit()
  const received: { part: Part; bytes: number; endedAtMs: number }[] = []
  const counting: Promise<void>[] = []
  const count = async (request: Request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const { startTime, responseEnd } = request.timing()
    received.push({
      part: partOf(new URL(request.url()).pathname),
      bytes: responseBodySize + responseHeadersSize,
      endedAtMs: startTime + responseEnd,
    })
  }
  const countLater = (request: Request) => {
    counting.push(count(request))
  }
  context.on('requestfinished', countLater)
  // The page keeps loading while the test looks at the list.
  await context.addInitScript(() => {
    const shown = globalThis as unknown as { listAtMs?: number }
    new MutationObserver(() => {
      if (document.querySelector('[role=option][id^=device-]')) shown.listAtMs ??= Date.now()
    }).observe(document, { childList: true, subtree: true })
  })

  await goTo('/live')
  await page.getByLabel('User name').fill(account.userName)
  await Promise.all(counting)
  expect(bytesUntil(received, Date.now()).map, 'the sign-in needs no map').toBe(0)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Gaviota/ }).waitFor()
  const listAtMs = await page.evaluate(() => (globalThis as unknown as { listAtMs: number }).listAtMs)
  await mapOf(page)
  // The map requests tiles until the page is closed, and then their sizes are unknown.
  context.off('requestfinished', countLater)
  await Promise.all(counting)
  const beforeList = bytesUntil(received, listAtMs)
  const bytes = bytesUntil(received, Number.POSITIVE_INFINITY)

  process.stdout.write(
    `before the list: ${JSON.stringify(beforeList)}, with the map: ${JSON.stringify(bytes)}\n`,
  )
  expect(beforeList.interface).toBeGreaterThan(50_000)
  expect(beforeList.interface).toBeLessThanOrEqual(maxBytes)
  expect(bytes.map).toBeGreaterThan(100_000)
})
