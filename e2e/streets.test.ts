// Maps with streets: two archives of different schemas above the built-in world, and the choice between layers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { runRastro } from '../server/test/processes.ts'
import { calatayud, makeTowns, soria } from '../server/test/town.ts'
import { findBarriers } from './axe.ts'
import { lookAt, mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

const directory = mkdtempSync(join(tmpdir(), 'rastro-streets-'))
let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage({ RASTRO_MAP_DIR: join(directory, 'maps'), RASTRO_MAP_PROVIDERS: 'sentinel-2' })
  account = await stage.make.account()
  await add('calatayud', makeTowns([calatayud]))
  await add('soria', makeTowns([soria], { schema: 'openmaptiles' }))
  const { id } = await stage.make.device(account, { name: 'Furgoneta' })
  // Outside, so that its name does not cover those of the map.
  const latitude = calatayud.latitude - 0.2
  const location = { dateTime: new Date().toISOString(), latitude, longitude: calatayud.longitude, speed: 0 }
  const body = { locations: [location] }
  await stage.call('POST', `/api/devices/${id}/locations`, { token: account.token, body })
})
afterEach((ended) => stage.leave(ended))
afterAll(async () => {
  await stage.close()
  rmSync(directory, { recursive: true })
})

async function add(name: string, archive: Buffer): Promise<void> {
  const file = join(directory, `${name}.pmtiles`)
  writeFileSync(file, archive)
  const { code, stderr } = await runRastro(stage.world.env, 'map', 'add', file, '--yes').ended
  expect([code, stderr]).toEqual([0, expect.any(String)])
}

async function open(options: VisitorOptions = {}): Promise<Page> {
  const { page, signIn } = await stage.visit(options)
  await signIn(account)
  await page.getByRole('option', { name: /Furgoneta/ }).waitFor()
  // The first view moves to the fleet, which would undo a move of the test.
  const map = await mapOf(page)
  await expect.poll(() => map.evaluate((map) => map.getZoom())).toBeGreaterThan(6)
  return page
}

/** What a layer draws right now; undefined if the map does not have it. */
async function drawn(page: Page, layer: string): Promise<unknown[] | undefined> {
  const map = await mapOf(page)
  return map.evaluate((map, layer) => {
    if (!map.getLayer(layer)) return undefined
    return map
      .queryRenderedFeatures({ layers: [layer] })
      .map(({ properties }) => properties.name ?? properties['name:latin'])
  }, layer)
}

test('the streets of a registered map are drawn, with names, above the built-in world', async () => {
  const page = await open()
  await lookAt(page, calatayud, 14.5)
  await expect.poll(() => drawn(page, 'streets-0-road-minor')).toContain('Calle 5 de Calatayud')
  await expect.poll(() => drawn(page, 'streets-0-road-names')).toContain('Avenida 4 de Calatayud')
  expect(await drawn(page, 'streets-0-buildings')).not.toEqual([])

  await lookAt(page, calatayud, 10)
  await expect.poll(() => drawn(page, 'streets-0-towns')).toContain('Calatayud')
  expect(await drawn(page, 'town-labels')).not.toContain('Calatayud')
  await lookAt(page, { name: 'Madrid', longitude: -3.7, latitude: 40.42 }, 8)
  await expect.poll(() => drawn(page, 'town-labels')).toContain('Madrid')
})

test('a map in the schema of OpenMapTiles looks the same, in the dark theme and in Portuguese', async () => {
  const page = await open({ theme: 'dark', language: 'pt' })
  await lookAt(page, soria, 14.5)
  await expect.poll(() => drawn(page, 'streets-1-road-names')).toContain('Avenida 5 de Soria')
  expect(await drawn(page, 'streets-1-buildings')).not.toEqual([])
  await lookAt(page, soria, 11)
  await expect.poll(() => drawn(page, 'streets-1-towns')).toContain('Soria')
})

test('users choose between streets, providers and the world; the browser remembers it', async () => {
  const page = await open()
  await lookAt(page, calatayud, 14.5)
  await page.getByRole('button', { name: 'Map layers and legend' }).click()
  const choice = (name: string) => page.getByRole('radio', { name })
  await choice('Streets').waitFor()
  expect(await choice('Streets').isChecked()).toBe(true)
  expect(await choice('Satellite (Sentinel-2 cloudless)').isVisible()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await choice('World').check()
  await expect.poll(() => drawn(page, 'streets-0-water')).toBeUndefined()
  await page.reload()
  await page.getByRole('option', { name: /Furgoneta/ }).waitFor()
  await expect.poll(() => drawn(page, 'town-labels')).toBeDefined()
  expect(await drawn(page, 'streets-0-water')).toBeUndefined()
  await page.getByRole('button', { name: 'Map layers and legend' }).click()
  await choice('Streets').check()
  await expect.poll(() => drawn(page, 'streets-0-water')).toBeDefined()
})
