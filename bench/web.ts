// The live map in a real browser: the first list, the script of a frame and the memory with a fleet of thousands; a
// useful view and the longest task with tens of thousands.

import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { install } from './installation.ts'
import { launchChromium } from './load/browser.ts'
import { createMovingFleet, oneCity } from './load/moving-fleet.ts'
import { measureFirstList } from './web/first-list.ts'
import { measureOpening, measureTasks } from './web/large-fleet.ts'
import { measureMemory } from './web/memory.ts'
import { measurePan } from './web/pan.ts'
import { measurePlaceNames } from './web/place-names.ts'
import type { Site } from './web/visit.ts'
import { password } from './web/visit.ts'

/** How often a device of the smaller fleet reports while time is measured. */
const reportEverySeconds = 25

const targetsOfFleet = (rate: number): Targets => ({
  'first list, s': { atMost: 3 },
  'received before the first list, kB': { atMost: 300 },
  'received before the first list, with the sign-in, kB': { atMost: 300 },
  'script per frame while the map is dragged, zoom 8, ms': { atMost: 16 },
  'script per frame while the map is dragged, zoom 11, ms': { atMost: 16 },
  'script per frame while the map is dragged, zoom 13, ms': { atMost: 16 },
  'heap at the end, MB': { atMost: 60 },
  'memory at the end, ratio': { atLeast: 0.9, atMost: 1.1 },
  'locations/s while memory is measured': { atLeast: rate * 0.95 },
})
const targetsOfLargeFleet = (rate: number): Targets => ({
  'first useful view, s': { atMost: 3 },
  'longest task while the list scrolls, ms': { atMost: 100 },
  'longest task while the map is dragged, ms': { atMost: 100 },
  'list with names : without': { atMost: 1.1 },
  'frame while the list scrolls, with names : without': { atMost: 1.1 },
  'names: requests answered': { atLeast: 10 },
  'requests for names/s while the list scrolls': { atMost: 2 },
  'names withheld: requests answered': { is: 0 },
  'locations/s': { atLeast: rate * 0.95 },
})

type Part = 'list' | 'pan' | 'memory' | 'opening' | 'tasks' | 'names'

interface Options {
  devices: number
  largeFleet: number
  /** Locations per second of the larger fleet, and while memory is measured. */
  rate: number
  minutes: number
  /** A folder for the CPU profiles. */
  profiles: string | undefined
  wants(part: Part): boolean
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '5000' },
      'large-fleet': { type: 'string', default: '50000' },
      rate: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '10' },
      /** Parts separated by commas; all by default. */
      only: { type: 'string' },
      profiles: { type: 'string' },
    },
  })
  const only = values.only?.split(',')
  const options: Options = {
    devices: Number(values.devices),
    largeFleet: Number(values['large-fleet']),
    rate: Number(values.rate),
    minutes: Number(values.minutes),
    profiles: values.profiles,
    wants: (part) => only?.includes(part) ?? true,
  }
  const { devices, largeFleet, rate } = options
  const installation = await install(noIdentifiers(devices), {}, { password })
  const processes: Served[] = []
  let browser: Browser | undefined
  try {
    for (const role of ['recorder', 'api']) processes.push(await installation.serve(role))
    const site = { url: processes[1]!.url!, userName: installation.account.userName }
    browser = await launchChromium()
    const figures = {
      ...named(devices, await measureFleet(browser, installation, site, options)),
      ...named(largeFleet, await measureLargeFleet(browser, installation, site, options)),
    }
    const targets: Targets = {
      ...named(devices, targetsOfFleet(rate)),
      ...named(largeFleet, targetsOfLargeFleet(rate)),
    }
    const asked = Object.entries(targets).filter(([name]) => only === undefined || name in figures)
    report('web', figures, Object.fromEntries(asked))
  } finally {
    await browser?.close()
    for (const process of processes) await process.stop()
    await installation.remove()
  }
}

async function measureFleet(
  browser: Browser,
  installation: Installation,
  site: Site,
  { devices, rate, minutes, profiles, wants }: Options,
): Promise<Figures> {
  const fleet = createMovingFleet(installation, oneCity)
  await fleet.reportAll()
  const figures: Figures = {}
  const usual = fleet.begin(devices / reportEverySeconds)
  if (wants('list')) Object.assign(figures, await measureFirstList(browser, site, devices))
  const pan = { devices, center: fleet.center(), profiles }
  if (wants('pan')) Object.assign(figures, await measurePan(browser, site, pan))
  usual.stop()
  if (wants('memory')) {
    const reports = fleet.begin(rate)
    Object.assign(figures, await measureMemory(site, devices, minutes))
    figures['locations/s while memory is measured'] = reports.perSecond()
    reports.stop()
  }
  return figures
}

async function measureLargeFleet(
  browser: Browser,
  installation: Installation,
  site: Site,
  { devices, largeFleet, rate, wants }: Options,
): Promise<Figures> {
  if (!wants('opening') && !wants('tasks') && !wants('names')) return {}
  await installation.account.grow(noIdentifiers(largeFleet - devices))
  const fleet = createMovingFleet(installation)
  await fleet.reportAll()
  const reports = fleet.begin(rate)
  const figures: Figures = {}
  if (wants('opening')) Object.assign(figures, await measureOpening(browser, site, largeFleet))
  for (const isDrawingDisabled of wants('tasks') ? [true, false] : []) {
    const tasks = await measureTasks(browser, site, { devices: largeFleet, isDrawingDisabled })
    Object.assign(figures, tasks)
  }
  if (wants('names')) Object.assign(figures, await measurePlaceNames(browser, site, largeFleet))
  figures['locations/s'] = reports.perSecond()
  reports.stop()
  return figures
}

const noIdentifiers = (devices: number) => Array.from({ length: devices }, () => null)

function named<V>(devices: number, values: Record<string, V>): Record<string, V> {
  const fleet = `${devices.toLocaleString('en')} devices`
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${fleet}: ${name}`, value]))
}
