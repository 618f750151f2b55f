// Accessibility: every view meets WCAG 2.2 AA, light and dark, on a desktop and on a phone.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isFullLane } from '../scripts/lane.ts'
import type { MadeAccount } from '../server/test/make.ts'
import { findBarriers } from './axe.ts'
import { fillAccount } from './fill-account.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { pathOf, views } from './views.ts'
import type { Visitor } from './visitor.ts'
import { desktop, phone } from './visitor.ts'

let stage: Stage
let account: MadeAccount
let things: Record<string, string>

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  things = await fillAccount(stage, account)
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

/** Each theme and each size once: colours do not depend on the size, and the layout not on the theme. */
const looks = [
  { viewport: desktop, colorScheme: 'light' },
  { viewport: phone, colorScheme: 'dark' },
] as const

/** The page follows the system's theme while it is open. */
async function lookAt(page: Page, { viewport, colorScheme }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.waitForTimeout(300)
}

async function lookAtAll(page: Page): Promise<string[]> {
  const barriers: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    for (const barrier of await findBarriers(page)) barriers.push(`${look.colorScheme}: ${barrier}`)
  }
  return barriers
}

async function settle({ page }: Visitor): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(400)
}

/** Navigates like a link, without reloading the page. */
async function moveTo(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await settle(visitor)
  expect(await visitor.page.getByText('Page not found').count(), path).toBe(0)
}

test('finds a barrier where there is one', async () => {
  const visitor = await stage.visit()
  await visitor.goTo('/sign-in')
  await settle(visitor)
  expect(await findBarriers(visitor.page)).toEqual([])
  await visitor.page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('button'))
    document.querySelector('h1')!.style.color = '#bbb'
  })
  const found = await findBarriers(visitor.page)
  expect(found.map((barrier) => barrier.split(' ')[0]).sort()).toEqual(['button-name', 'color-contrast'])
})

test('the sign-in has no barrier', async () => {
  const visitor = await stage.visit()
  await visitor.goTo('/sign-in')
  await settle(visitor)
  expect(await lookAtAll(visitor.page)).toEqual([])
})

test.each(isFullLane ? looks : looks.slice(0, 1))(
  'no view has a barrier, $colorScheme, $viewport.width px wide',
  async (look) => {
    const visitor = await stage.visit()
    await visitor.signIn(account)
    await lookAt(visitor.page, look)
    // The secret is of another kind of link: the page shows that this one is no longer valid.
    visitor.expects(/404 \(Not Found\) \S+\/acknowledge\//)
    const found: Record<string, string[]> = {}
    for (const view of views.filter((one) => one !== '/sign-in')) {
      await moveTo(visitor, pathOf(view, things))
      const barriers = await findBarriers(visitor.page)
      if (barriers.length > 0) found[view] = barriers
    }
    expect(found).toEqual({})
  },
  300_000,
)

test('the palette and the list of shortcuts have no barrier', async () => {
  const visitor = await stage.visit()
  const { page } = visitor
  await visitor.signIn(account)
  await settle(visitor)
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search devices, places, pages and actions' }).waitFor()
  expect(await lookAtAll(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog').waitFor()
  expect(await lookAtAll(page)).toEqual([])
})

test.each([
  ['/settings/api-keys', 'Create key'],
  ['/settings/webhooks', 'Create webhook'],
])('the dialog of %s has no barrier', async (path, button) => {
  const visitor = await stage.visit()
  await visitor.signIn(account, path)
  await settle(visitor)
  await visitor.page.getByRole('button', { name: button }).first().click()
  await visitor.page.getByRole('dialog').waitFor()
  expect(await lookAtAll(visitor.page)).toEqual([])
})
