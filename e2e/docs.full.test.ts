// The documentation in a browser: under the server's content security policy, without requests to other hosts.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const site = fileURLToPath(new URL('../docs/.vitepress/dist/index.html', import.meta.url))

let stage: Stage
beforeAll(async () => {
  if (!existsSync(site)) throw new Error('The documentation is not built: run "npm run docs" first.')
  stage = await openStage()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('/docs opens the guides, and the browser goes back through them', async () => {
  const { page, goTo } = await stage.visit()
  await goTo('/docs')
  await page.getByRole('heading', { name: 'Rastro Tracking that you run yourself' }).waitFor()
  await page.getByRole('link', { name: 'Write a program' }).click()
  await page.getByRole('heading', { name: 'The API', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Stream and events' }).first().click()
  await page.getByRole('heading', { name: 'Stream and events', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/docs/api-guide/stream')
  await page.goBack()
  await page.getByRole('heading', { name: 'The API', level: 1 }).waitFor()
  // Code is coloured by classes, as the policy refuses inline styles.
  const colours = await page.locator('.vp-code .line span').evaluateAll((spans) => {
    return [...new Set(spans.map((span) => getComputedStyle(span).color))]
  })
  expect(colours.length).toBeGreaterThan(4)
})

test('a search result leads to its page', async () => {
  const { page, goTo } = await stage.visit()
  await goTo('/docs/start')
  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .click()
  await page.getByRole('searchbox').fill('daily_email_limit')
  const found = page.locator('.VPLocalSearchBox .result', { hasText: 'Notifications and limits' }).first()
  await found.waitFor()
  await found.click()
  await page.getByRole('heading', { name: 'Notifications and limits', level: 1 }).waitFor()
})

test('the guide links to the API reference', async () => {
  const { page, goTo, expects } = await stage.visit()
  // Swagger UI tries an inline style that the policy refuses; it works without.
  expects(/swagger-ui-bundle|style-src-elem inline/)
  await goTo('/docs/api-guide/')
  await page.getByRole('link', { name: 'Reference', exact: true }).click()
  await page.locator('#swagger-ui .opblock').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/docs/api/')
})

test('an unknown page shows "not found"', async () => {
  const { page, goTo, expects } = await stage.visit()
  expects(/404.*\/docs\/nothing$/)
  await goTo('/docs/nothing')
  await page.getByText('PAGE NOT FOUND').waitFor()
})

test.each(['light', 'dark'] as const)('the pages have no barrier, %s', async (theme) => {
  const { page, goTo } = await stage.visit({ theme })
  for (const path of ['/docs/', '/docs/api-guide/', '/docs/notifications-and-limits', '/docs/trackers/']) {
    await goTo(path)
    await page.locator('main, .VPContent').first().waitFor()
    expect([path, await findBarriers(page)]).toEqual([path, []])
  }
})

test('on a phone no page is wider than the screen', async () => {
  const { page, goTo } = await stage.visit(phone)
  for (const path of ['/docs/', '/docs/start', '/docs/api-guide/alerts', '/docs/scale']) {
    await goTo(path)
    await page.locator('.VPContent').waitFor()
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
      path,
      phone.width,
    ])
  }
})
