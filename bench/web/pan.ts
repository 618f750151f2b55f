// The script of a frame while the map is dragged: the time in functions by the CPU profile of the page, divided by the
// frames that were drawn. Everything that runs meanwhile counts: input, frames, new markers, live updates.
//
// Without a GPU a frame takes several hundred milliseconds, so that most of the script belongs to what happens between
// two frames. The same with drawing disabled shows what users with a GPU see.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Figures } from '../harness.ts'
import type { InPage, InPageScript, Site } from './visit.ts'
import { openPage, signIn, whole } from './visit.ts'

/** The whole fleet in view; clusters; hundreds of devices with their names. */
const zooms = [8, 11, 13]
const disabled: InPageScript[] = ['disable-drawing']
const samplingUs = 1_000
const settleMs = 8_000
/** The browser compiles what runs often. */
const warmUpMs = 4_000
const panMs = 12_000
/** Shorter than the worker holds back updates. */
const dragMs = 1_500
const glideMs = 400
const stepPx = 9
const maxSteps = 60
const frameMs = 16

interface PanOptions {
  devices: number
  center: [latitude: number, longitude: number]
  /** A folder for the profiles. */
  profiles: string | undefined
}

export async function measurePan(browser: Browser, site: Site, options: PanOptions): Promise<Figures> {
  const drawn = await measureViews(browser, site, { ...options, isDrawingDisabled: false })
  return { ...drawn, ...(await measureViews(browser, site, { ...options, isDrawingDisabled: true })) }
}

async function measureViews(
  browser: Browser,
  site: Site,
  { devices, center, profiles, isDrawingDisabled }: PanOptions & { isDrawingDisabled: boolean },
): Promise<Figures> {
  const page = await openPage(browser, ['count-frames', ...(isDrawingDisabled ? disabled : [])])
  await signIn(page, site)
  const how = isDrawingDisabled ? ', without drawing' : ''
  const figures: Figures = {}
  const measure = async (view: string) => {
    const { scriptMs, frames } = await profilePan(
      page,
      profiles && join(profiles, `${view}${how}.cpuprofile`),
    )
    figures[`script per frame while the map is dragged, ${view}${how}, ms`] = scriptMs / frames
    figures[`frames drawn while the map is dragged, ${view}${how}`] = frames
  }
  for (const zoom of zooms) {
    await page.goto(`${site.url}/live?at=${[zoom, ...center].join('/')}`)
    await whole(page, devices)
    await measure(`zoom ${zoom}`)
  }
  // A device outside of the view.
  const query = `q=${encodeURIComponent(`Truck ${devices - 1}`)}`
  await page.goto(`${site.url}/live?at=${[13, ...center].join('/')}&${query}`)
  await page.getByRole('option').first().waitFor()
  await measure('no device in view')
  await page.context().close()
  return figures
}

async function profilePan(
  page: Page,
  file: string | undefined,
): Promise<{ scriptMs: number; frames: number }> {
  await sleep(settleMs)
  await pan(page, warmUpMs)
  const drawnFrames = () => page.evaluate(() => (globalThis as unknown as InPage).drawnFrames)
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: samplingUs })
  const framesBefore = await drawnFrames()
  await session.send('Profiler.start')
  await pan(page, panMs)
  const { profile } = await session.send('Profiler.stop')
  const frames = (await drawnFrames()) - framesBefore
  await session.detach()
  if (file) writeFileSync(file, JSON.stringify(profile))
  return { scriptMs: scriptMsOf(profile), frames }
}

/** Drags left and right. A slow frame delays the pointer, so the time is limited and not the number of steps. */
async function pan(page: Page, durationMs: number): Promise<void> {
  const untilMs = performance.now() + durationMs
  for (let direction = 1; performance.now() < untilMs; direction = -direction) {
    const dragUntilMs = performance.now() + dragMs
    await page.mouse.move(900, 450)
    await page.mouse.down()
    for (let step = 1; step <= maxSteps && performance.now() < dragUntilMs; step += 1) {
      await page.mouse.move(900 + direction * step * stepPx, 450 + direction * step * 2)
      await sleep(frameMs)
    }
    await page.mouse.up()
    // The map glides on.
    await sleep(glideMs)
  }
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[]
  samples?: number[]
  /** From the previous sample to this one. */
  timeDeltas?: number[]
}

const noScript = new Set(['(root)', '(idle)', '(program)'])

function scriptMsOf({ nodes, samples = [], timeDeltas = [] }: Profile): number {
  const outside = new Set(
    nodes.filter(({ callFrame }) => noScript.has(callFrame.functionName)).map(({ id }) => id),
  )
  const us = samples.reduce(
    (sum, node, index) => (outside.has(node) ? sum : sum + (timeDeltas[index + 1] ?? 0)),
    0,
  )
  return us / 1_000
}
