// The list of a large fleet with the names of places, compared with the same list to which no name is sent: time until
// the whole fleet is listed, and frames while it scrolls. Both turn by turn, so that a busy moment slows both.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { InPage, InPageScript, Site } from './visit.ts'
import { openPage, signIn, whole } from './visit.ts'

const rounds = 15
const settleMs = 3_000
const scrollSteps = 40
const stepMs = 100

interface Visitor {
  page: Page
  /** Requests for names that were answered. */
  named(): number
  listSeconds: number[]
  framesPerSecond: number[]
  requestsPerSecond: number[]
  longestTaskMs: number[]
}

export async function measurePlaceNames(browser: Browser, site: Site, devices: number): Promise<Figures> {
  const [named, unnamed] = [
    await visitWith(browser, site, []),
    await visitWith(browser, site, ['withhold-places']),
  ]
  for (let round = 0; round < rounds; round += 1) {
    // Who is first finds warmer caches in every other round.
    const inTurn = round % 2 === 0 ? [named, unnamed] : [unnamed, named]
    for (const visitor of inTurn) await visit(visitor, site, devices)
  }
  const ratio = (of: (visitor: Visitor) => number[]) =>
    median(of(named).map((value, round) => value / of(unnamed)[round]!))
  const figures: Figures = {
    'names: requests answered': named.named(),
    'names withheld: requests answered': unnamed.named(),
    'list with names, s': median(named.listSeconds),
    'list with names : without': ratio(({ listSeconds }) => listSeconds),
    'frames/s while the list with names scrolls': median(named.framesPerSecond),
    'frame while the list scrolls, with names : without': 1 / ratio(({ framesPerSecond }) => framesPerSecond),
    'requests for names/s while the list scrolls': median(named.requestsPerSecond),
    'longest task while the list with names scrolls, ms': median(named.longestTaskMs),
    'longest task while the list without names scrolls, ms': median(unnamed.longestTaskMs),
  }
  for (const { page } of [named, unnamed]) await page.context().close()
  return figures
}

async function visitWith(browser: Browser, site: Site, scripts: InPageScript[]): Promise<Visitor> {
  const page = await openPage(browser, ['disable-drawing', 'count-animation-frames', ...scripts])
  let answered = 0
  page.on('response', (response) => {
    if (response.url().includes('/api/places/reverse') && response.status() === 200) answered += 1
  })
  await signIn(page, site)
  await page.goto('about:blank')
  return {
    page,
    named: () => answered,
    listSeconds: [],
    framesPerSecond: [],
    requestsPerSecond: [],
    longestTaskMs: [],
  }
}

async function visit(visitor: Visitor, site: Site, devices: number): Promise<void> {
  const { page, listSeconds, framesPerSecond, requestsPerSecond, longestTaskMs } = visitor
  await page.goto(`${site.url}/live`)
  listSeconds.push((await whole(page, devices)) / 1_000)
  await sleep(settleMs)
  const before = await readPage(page)
  const namedBefore = visitor.named()
  await page.mouse.move(200, 600)
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, step % 10 === 9 ? 40_000 : 400)
    await sleep(stepMs)
  }
  const after = await readPage(page)
  const seconds = (after.atMs - before.atMs) / 1_000
  framesPerSecond.push((after.frames - before.frames) / seconds)
  requestsPerSecond.push((visitor.named() - namedBefore) / seconds)
  longestTaskMs.push(
    await page.evaluate((from) => (globalThis as unknown as InPage).longestTaskSince(from), before.atMs),
  )
  // The other page has the processor to itself.
  await page.goto('about:blank')
}

function readPage(page: Page): Promise<{ frames: number; atMs: number }> {
  return page.evaluate(() => ({
    frames: (globalThis as unknown as InPage).animationFrames,
    atMs: performance.now(),
  }))
}
