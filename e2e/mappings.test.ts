// The test bench of mappings: every template finds its location and shows it on a map, and faults name their place.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

async function openBench() {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/ingest-keys')
  await page.getByRole('button', { name: 'New ingest key' }).click()
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: /^Any JSON/ }).click()
  const start = async (title: RegExp) => {
    await page.getByRole('combobox', { name: 'Start from a template' }).click()
    await page.getByRole('option', { name: title }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
  }
  return { page, start }
}

test('each template finds the location of its example, and shows it on a map', async () => {
  const { page, start } = await openBench()
  const { body } = await stage.call('GET', '/api/mappings/templates', account)
  expect(body.templates).toHaveLength(7)
  for (const { title } of body.templates) {
    await start(new RegExp(`^${title.replace(/[()]/g, '\\$&')}$`))
    const outcome = page.getByRole('status', { name: 'Result of the test' })
    await outcome.getByText('-23.55052').first().waitFor()
    await outcome.locator('.maplibregl-marker').waitFor()
  }
  expect(await findBarriers(page)).toEqual([])
})

test('a fault names its field and its position', async () => {
  const { page, start } = await openBench()
  await start(/^Webhook with id/)
  await page.getByRole('textbox', { name: 'Latitude' }).fill('item.lat +')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page
    .getByRole('status', { name: 'Result of the test' })
    .getByText(/Latitude, position \d+: /)
    .waitFor()
})
