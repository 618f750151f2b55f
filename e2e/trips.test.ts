// Trips of a device: the day strip, the calendar, why a trip began and ended, corrections, and open trips that grow.

import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { dayBefore, drives, report } from './drives.ts'
import { featuresOf } from './map.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { phone } from './visitor.ts'

const timeZone = 'Europe/Madrid'
const minuteMs = 60_000

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account({ licenses: 50, timeZone })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

const listOf = (page: Page) => page.getByRole('list', { name: 'Trips and stops' })
const tripsIn = (list: Locator) => list.getByRole('button', { name: /^Trip/ })
const searchOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

/** Two trips with a stop between them, yesterday: 07:00 and 09:00. */
async function makeDriven(name: string) {
  const device = await stage.make.device(account, { name })
  const { day, at } = dayBefore(1, timeZone)
  const plan = drives(at(7)).drive(30).stand(90).drive(40).stand(60)
  await report(stage, account, device.id, plan.locations)
  return { device, day, at }
}

test('a day is a strip with its totals, and arrows and the calendar lead to others', async () => {
  const { device, day } = await makeDriven('Gaviota')
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  const strip = page.getByRole('img', { name: /2 trips/ })
  await strip.waitFor()
  const kinds = () =>
    strip
      .locator('[data-kind]')
      .evaluateAll((pieces) => pieces.map((piece) => (piece as HTMLElement).dataset.kind))
  expect((await kinds()).filter((kind) => kind === 'trip')).toHaveLength(2)
  expect(await kinds()).toContain('stop')

  const totals = page.getByRole('region', { name: 'Totals of the day' })
  expect(await totals.textContent()).toMatch(/Distance6\d km/)
  expect(await totals.textContent()).toMatch(/First start0?7:00/)
  expect(await totals.textContent()).toMatch(/Last end/)

  await page.getByRole('button', { name: 'Previous day' }).click()
  await page.getByText('No data in this period').waitFor()
  await page.getByRole('button', { name: 'Next day' }).click()
  await strip.waitFor()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect.poll(() => searchOf(page, 'from')).toBe('now/d')
  await expect.poll(() => page.getByRole('button', { name: 'Next day' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: /choose a day/ }).click()
  const calendar = page.getByRole('table', { name: 'Distance per day' })
  const today = dayBefore(0, timeZone).day
  if (day.slice(0, 7) !== today.slice(0, 7))
    await page.getByRole('button', { name: 'Previous month' }).click()
  const driven = calendar.locator(`[data-day="${day}"]`)
  await expect.poll(() => driven.getAttribute('data-shade')).toBe('4')
  expect(await driven.textContent()).toMatch(/, 6\d km/)
  expect(await findBarriers(page)).toEqual([])
  await driven.click()
  await expect.poll(() => searchOf(page, 'from')).toBe(day)
  await strip.waitFor()
})

test('a trip that is clicked takes map, chart and player, and a link to it shows the same', async () => {
  const { device, day } = await makeDriven('Albatros')
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  const trips = tripsIn(listOf(page))
  await trips.nth(1).waitFor()
  expect(await trips.count()).toBe(2)
  const slider = page.getByRole('slider', { name: 'Time', exact: true })
  const spanMinutes = async () =>
    (Number(await slider.getAttribute('max')) - Number(await slider.getAttribute('min'))) / minuteMs
  await slider.waitFor()
  expect(await spanMinutes()).toBeGreaterThan(200)

  await trips.nth(1).click()
  await expect.poll(() => searchOf(page, 'segment')).toMatch(/^trp_/)
  await expect.poll(spanMinutes).toBeLessThan(50)
  expect(await trips.nth(1).getAttribute('aria-expanded')).toBe('true')
  await page.getByText('Why it ended').waitFor()
  await page.getByText(/Stayed within 80 m for 5 min|Ignition off for 1 min/).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.reload()
  await expect.poll(spanMinutes).toBeLessThan(50)
  await page.keyboard.press('Escape')
  await expect.poll(() => searchOf(page, 'segment')).toBeNull()
  await expect.poll(spanMinutes).toBeGreaterThan(200)
  await page.keyboard.press('j')
  await expect.poll(() => searchOf(page, 'segment')).not.toBeNull()
})

test('a gap is dotted on the map with its straight distance, and left-out locations are crosses', async () => {
  const device = await stage.make.device(account, { name: 'Charran' })
  const { day, at } = dayBefore(1, timeZone)
  const plan = drives(at(7)).drive(20).silent(180, 90_000).drive(20).stand(30)
  // A jump to another country, for one location.
  const jump = {
    ...plan.locations[10]!,
    dateTime: new Date(at(7) + 5.2 * minuteMs).toISOString(),
    latitude: 48,
  }
  await report(stage, account, device.id, [...plan.locations, jump])
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  await listOf(page)
    .getByRole('button', { name: /^No data/ })
    .waitFor()
  const labels = async () =>
    (await featuresOf(page, 'history-track'))
      .filter(({ properties }) => properties.kind === 'gap')
      .map(({ properties }) => properties.label)
  await expect.poll(labels).toContainEqual(expect.stringMatching(/^9\d km$/))

  await tripsIn(listOf(page)).first().click()
  await page.getByText('1 location ignored').waitFor()
  const crosses = async () =>
    (await featuresOf(page, 'history-points')).filter(({ properties }) => properties.kind === 'leftOut')
  await expect.poll(async () => (await crosses()).length).toBe(1)
  const [cross] = await crosses()
  expect(cross?.geometry.coordinates[1]).toBeCloseTo(48, 5)
})

test('a late hour of yesterday changes the day before the eyes of the user, once, with its correction', async () => {
  const device = await stage.make.device(account, { name: 'Pardela' })
  const { day, at } = dayBefore(1, timeZone)
  const whole = drives(at(7)).drive(90).stand(60).locations
  const hour = (one: { dateTime: string }) => Date.parse(one.dateTime) - at(7)
  const isLate = (one: { dateTime: string }) => hour(one) >= 30 * minuteMs && hour(one) < 90 * minuteMs
  await report(
    stage,
    account,
    device.id,
    whole.filter((one) => !isLate(one)),
  )
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  const list = listOf(page)
  await tripsIn(list).first().waitFor()
  // Until the trip is stored, there is nothing to correct.
  await expect
    .poll(async () => {
      const { rows } = await stage.world.superuser.query(
        `select 1 from segments s join devices d on d.account_id = s.account_id and d.number = s.device_number
         where d.id = $1 and s.kind = 'trip' and s.ended_at is not null`,
        [device.id],
      )
      return rows.length
    })
    .toBeGreaterThan(0)
  const before = await list.textContent()
  await list.evaluate((element) => {
    const seen = [element.textContent]
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      if (seen.at(-1) !== element.textContent) seen.push(element.textContent)
    }).observe(element, { childList: true, subtree: true, characterData: true })
  })

  await report(stage, account, device.id, whole.filter(isLate))
  await page
    .getByRole('status')
    .getByText(/Trip corrected \(.*\): 2\d km → 8\d km/)
    .waitFor()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen).toHaveLength(2)
  expect(seen[0]).toBe(before)
  expect(seen[1]).toContain('corrected 1×')

  await page
    .getByRole('status')
    .getByRole('button', { name: /Trip corrected/ })
    .click()
  const corrections = page.getByRole('region', { name: 'Corrections' })
  expect(await corrections.textContent()).toMatch(/Late data.*Before.*2\d km.*After.*8\d km/)
  expect(await findBarriers(page)).toEqual([])
})

test('an open trip grows while it is watched', async () => {
  const device = await stage.make.device(account, { name: 'Cormoran' })
  const plan = drives(Date.now() - 20 * minuteMs).drive(20)
  await report(stage, account, device.id, plan.locations.slice(0, -12))
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${device.id}`)
  const trip = tripsIn(listOf(page)).last()
  await trip.waitFor()
  expect(await trip.textContent()).toContain('in progress')
  const kilometres = async () => Number(/([\d.]+) km/.exec((await trip.textContent()) ?? '')?.[1])
  const before = await kilometres()
  await report(stage, account, device.id, plan.locations.slice(-12))
  await expect.poll(kilometres).toBeGreaterThan(before + 2)
})

test('on a phone the day and its trips come before everything else', async () => {
  const { device, day } = await makeDriven('Gaviotin')
  const { page, signIn } = await stage.visit(phone)
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  const topOf = async (locator: Locator) => {
    await locator.waitFor({ state: 'attached' })
    return (await locator.evaluate((element) => element.getBoundingClientRect().top)) as number
  }
  const tops = [
    await topOf(page.getByRole('img', { name: /2 trips/ })),
    await topOf(listOf(page)),
    await topOf(page.getByRole('region', { name: 'Totals of the day' })),
    await topOf(page.getByRole('group', { name: 'Period' })),
  ]
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(await findBarriers(page)).toEqual([])
})

test.each([
  ['es', /2 trayectos/, 'Trayectos y paradas', 'Por qué terminó'],
  ['pt', /2 trajetos/, 'Trajetos e paradas', 'Por que terminou'],
] as const)('the day is in the words of %s', async (language, strip, list, why) => {
  const { device, day } = await makeDriven(`Ave ${language}`)
  const { page, signIn } = await stage.visit({ language })
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  await page.getByRole('img', { name: strip }).waitFor()
  const segments = page.getByRole('list', { name: list })
  await segments.getByRole('button').nth(1).click()
  await page.getByText(why).waitFor()
})

test('the print has the strip, the totals and the trips', async () => {
  const { device, day } = await makeDriven('Fulmar')
  const { page, signIn } = await stage.visit()
  await signIn(account, `/history/${device.id}?from=${day}&to=${day}`)
  await tripsIn(listOf(page)).first().waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('img', { name: /2 trips/ }).isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: 'Totals of the day' }).isVisible()).toBe(true)
  expect(await tripsIn(listOf(page)).first().isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: 'Player' }).isVisible()).toBe(false)
})
