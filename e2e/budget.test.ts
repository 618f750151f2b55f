// The cost of a first visit: few bytes until texts and lists are shown; the map loads after them.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

const maxBytes = 500_000

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

function partOf(path: string): 'map' | 'basemap' | 'fonts' | 'interface' {
  if (path.startsWith('/basemap/')) return 'basemap'
  if (/[.]woff2?$/.test(path)) return 'fonts'
  return /map-stage|maplibre/.test(path) ? 'map' : 'interface'
}

test(`sign-in, frame and live list take at most ${maxBytes / 1_000} kB, and the map loads separately`, async () => {
  await stage.make.device(account, { name: 'Gaviota' })
  const { page, context, goTo } = await stage.visit()
  const bytes = { interface: 0, map: 0, basemap: 0, fonts: 0 }
  const counting: Promise<void>[] = []
  context.on('requestfinished', (request) => {
    const count = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      bytes[partOf(new URL(request.url()).pathname)] += responseBodySize + responseHeadersSize
    }
    counting.push(count())
  })

  await goTo('/live')
  await page.getByLabel('User name').fill(account.userName)
  expect(bytes.map, 'the sign-in needs no map').toBe(0)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Gaviota/ }).waitFor()
  await mapOf(page)
  await Promise.all(counting)

  process.stdout.write(`first load, as transferred: ${JSON.stringify(bytes)}\n`)
  expect(bytes.interface).toBeGreaterThan(50_000)
  expect(bytes.interface).toBeLessThanOrEqual(maxBytes)
  expect(bytes.map).toBeGreaterThan(100_000)
})
