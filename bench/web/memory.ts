// The memory of a page that stays open: of its process all the time, and of its heaps at the end.
//
// The page is not inspected meanwhile: a browser with an open inspector retains the data of a stream for it.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import { launchAlone } from '../load/browser.ts'
import { readHeaps } from './heaps.ts'
import type { Site } from './visit.ts'
import { inPage, signIn, whole } from './visit.ts'

const sampleEveryMs = 10_000

export async function measureMemory(site: Site, devices: number, minutes: number): Promise<Figures> {
  const alone = await launchAlone()
  try {
    const renderers = await openAlone(alone.url, site, devices)
    const samples: number[] = []
    for (let waitedMs = 0; waitedMs < minutes * 60_000; waitedMs += sampleEveryMs) {
      await sleep(sampleEveryMs)
      samples.push(renderers.reduce((sum, pid) => sum + residentMb(pid), 0))
    }
    const heaps = await heapsAlone(alone.url)
    // The first minute fills caches; after that, garbage comes and goes.
    const perMinute = 60_000 / sampleEveryMs
    const begin = median(samples.slice(perMinute, perMinute * 2))
    const end = median(samples.slice(-perMinute))
    return {
      minutes,
      'heap at the end, MB': heaps.usedMb,
      'heap at the end without garbage, MB': heaps.usedWithoutGarbageMb,
      'array buffers at the end, MB': heaps.buffersMb,
      'memory in the second minute, MB': begin,
      'memory at its most, MB': Math.max(...samples),
      'memory at the end, MB': end,
      'memory at the end, ratio': end / begin,
    }
  } finally {
    alone.stop()
  }
}

/** Opens the live map and disconnects; returns the processes of its pages. */
async function openAlone(url: string, site: Site, devices: number): Promise<number[]> {
  const watching = await chromium.connectOverCDP(url)
  const page = await watching.contexts()[0]!.newPage()
  await page.addInitScript(inPage('count-long-tasks'))
  await signIn(page, site)
  await whole(page, devices)
  const session = await watching.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await watching.close()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

async function heapsAlone(url: string) {
  const watching: Browser = await chromium.connectOverCDP(url)
  const page = watching
    .contexts()[0]!
    .pages()
    .find((one) => one.url().includes('/live'))
  if (!page) throw new Error('the page has gone')
  const heaps = await readHeaps(page)
  await watching.close()
  return heaps
}

function residentMb(pid: number): number {
  try {
    const [, kb = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kb) / 1_024
  } catch {
    return 0
  }
}
