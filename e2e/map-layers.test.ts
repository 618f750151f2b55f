// Layers of maps: tiles by another maker, pictures, overlays, the default of an account, and links to other maps.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { pngOf } from '../server/test/pictures.ts'
import { runRastro } from '../server/test/processes.ts'
import { makeWithTilemaker } from '../server/test/tilemaker.ts'
import type { Town } from '../server/test/town.ts'
import { calatayud, makePictures } from '../server/test/town.ts'
import { findBarriers } from './axe.ts'
import { lookAt, mapOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

const directory = mkdtempSync(join(tmpdir(), 'rastro-map-layers-'))
const town: Town = { name: 'Villanueva del Ensayo', longitude: -0.5, latitude: 41.98 }
let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage({
    RASTRO_MAP_DIR: join(directory, 'maps'),
    RASTRO_MAP_PROVIDERS: 'openseamap,terrain-tiles',
    RASTRO_OPEN_IN: 'osm,geo',
  })
  account = await makeAccount()
  await add('village', makeWithTilemaker())
  await add('photo', makePictures(calatayud, { more: { attribution: '© Agency' } }))
})
afterEach((ended) => stage.leave(ended))
afterAll(async () => {
  await stage.close()
  rmSync(directory, { recursive: true })
})

async function makeAccount(): Promise<MadeAccount> {
  const made = await stage.make.account()
  const { id } = await stage.make.device(made, { name: 'Furgoneta' })
  const { longitude, latitude } = calatayud
  const location = { dateTime: new Date().toISOString(), latitude: latitude - 0.2, longitude, speed: 0 }
  const body = { locations: [location] }
  await stage.call('POST', `/api/devices/${id}/locations`, { token: made.token, body })
  return made
}

async function add(name: string, archive: Buffer): Promise<void> {
  const file = join(directory, `${name}.pmtiles`)
  writeFileSync(file, archive)
  const { code, stderr } = await runRastro(stage.world.env, 'map', 'add', file, '--yes').ended
  expect([code, stderr]).toEqual([0, expect.any(String)])
}

async function open(user = account, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await stage.visit(options)
  await visitor.signIn(user)
  await visitor.page.getByRole('option', { name: /Furgoneta/ }).waitFor()
  const map = await mapOf(visitor.page)
  await expect.poll(() => map.evaluate((map) => map.getZoom())).toBeGreaterThan(6)
  return visitor
}

async function hasLayer(page: Page, layer: string): Promise<boolean> {
  const map = await mapOf(page)
  return map.evaluate((map, layer) => map.getLayer(layer) !== undefined, layer)
}

async function namesIn(page: Page, layer: string): Promise<unknown[]> {
  const map = await mapOf(page)
  return map.evaluate((map, layer) => {
    const features = map.getLayer(layer) ? map.queryRenderedFeatures({ layers: [layer] }) : []
    return features.map(({ properties }) => properties['name:latin'])
  }, layer)
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'Map layers and legend' }).click()
const attributionOf = (page: Page) => page.locator('.maplibregl-ctrl-attrib-inner').textContent()

test('tiles by tilemaker are drawn like our own', async () => {
  const { page } = await open()
  await lookAt(page, town, 14)
  await expect.poll(() => namesIn(page, 'streets-0-road-names')).toContain('Calle de la Mano')
  await expect.poll(() => namesIn(page, 'streets-0-road-minor')).not.toEqual([])
  for (const layer of ['road-highway', 'road-major', 'water', 'buildings']) {
    expect([layer, (await namesIn(page, `streets-0-${layer}`)).length]).not.toEqual([layer, 0])
  }
  await lookAt(page, town, 11)
  await expect.poll(() => namesIn(page, 'streets-0-towns')).toContain('Villanueva del Ensayo')
})

test('own pictures are a layer of their own, with their attribution', async () => {
  const { page } = await open()
  await openMenu(page)
  await page.getByRole('radio', { name: 'Pictures (photo)' }).check()
  await expect.poll(() => hasLayer(page, 'pictures')).toBe(true)
  await lookAt(page, calatayud, 12)
  await expect.poll(() => attributionOf(page)).toContain('© Agency')
  expect(await hasLayer(page, 'town-labels')).toBe(true)
})

test('overlays are loaded only after they are switched on, above any map', async () => {
  const { page, context, expects } = await open()
  const asked: string[] = []
  const answer = (host: string, color: [number, number, number]) =>
    context.route(`https://${host}/**`, (route) => {
      asked.push(host)
      return route.fulfill({
        body: pngOf(256, color),
        contentType: 'image/png',
        headers: { 'access-control-allow-origin': '*' },
      })
    })
  await answer('tiles.openseamap.org', [200, 0, 0])
  await answer('elevation-tiles-prod.s3.amazonaws.com', [128, 100, 0])
  expects(
    /request to another host: https:\/\/(tiles\.openseamap\.org|elevation-tiles-prod\.s3\.amazonaws\.com)\//,
  )
  await lookAt(page, town, 12)
  expect(asked).toEqual([])

  await openMenu(page)
  await page.getByRole('switch', { name: 'Nautical marks (OpenSeaMap)' }).check({ force: true })
  await expect.poll(() => hasLayer(page, 'overlay-openseamap')).toBe(true)
  await expect.poll(() => asked).toContain('tiles.openseamap.org')
  expect(asked).not.toContain('elevation-tiles-prod.s3.amazonaws.com')
  await page.getByRole('switch', { name: 'Terrain (Terrain Tiles)' }).check({ force: true })
  await expect.poll(() => asked).toContain('elevation-tiles-prod.s3.amazonaws.com')
  await expect.poll(() => attributionOf(page)).toMatch(/OpenSeaMap.*Terrain Tiles|Terrain Tiles.*OpenSeaMap/)
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('radio', { name: 'World' }).check()
  await expect.poll(() => hasLayer(page, 'streets-0-water')).toBe(false)
  await expect.poll(() => hasLayer(page, 'overlay-openseamap')).toBe(true)
  await page.getByRole('switch', { name: 'Nautical marks (OpenSeaMap)' }).uncheck({ force: true })
  await expect.poll(() => hasLayer(page, 'overlay-openseamap')).toBe(false)
})

test('an account has a default map, which users can leave', async () => {
  const own = await makeAccount()
  const { page, goTo } = await open(own)
  expect(await hasLayer(page, 'streets-0-water')).toBe(true)
  await goTo('/settings/account')
  await page.getByRole('combobox', { name: 'Default map' }).click()
  await page.getByRole('option', { name: 'World' }).click()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved').waitFor()

  const second = await open(own)
  await expect.poll(() => hasLayer(second.page, 'town-labels')).toBe(true)
  expect(await hasLayer(second.page, 'streets-0-water')).toBe(false)
  await openMenu(second.page)
  expect(await second.page.getByRole('radio', { name: 'World' }).isChecked()).toBe(true)
  await second.page.getByRole('radio', { name: 'Streets' }).check()
  await expect.poll(() => hasLayer(second.page, 'streets-0-water')).toBe(true)
})

test('the card of a device links to the maps that the operator has chosen, and sends nothing before', async () => {
  const { page } = await open()
  await page.getByRole('option', { name: /Furgoneta/ }).click()
  const card = page.getByRole('complementary', { name: 'Furgoneta' })
  const link = card.getByRole('link', { name: 'OpenStreetMap' })
  expect(await link.getAttribute('href')).toMatch(
    /^https:\/\/www\.openstreetmap\.org\/\?mlat=41\.15\d+&mlon=-1\.64\d+#map=16\//,
  )
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(await card.getByRole('link', { name: 'Map app' }).getAttribute('href')).toMatch(/^geo:41\.15/)
  expect(await card.getByRole('link', { name: 'Waze' }).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
})
