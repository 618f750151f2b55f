import { expect, test } from 'vitest'
import { openLand } from '../testing/land.ts'
import { cities } from './cities.ts'
import type { Path } from './path.ts'
import { metresBetween, pathOf, readPoints } from './path.ts'
import { roads } from './roads.ts'
import { seaLanes } from './sea-lanes.ts'
import { trails } from './trails.ts'

const land = openLand()
const STEP_M = 2_000
/** The map's coast is simplified: points nearer than this may be on either side of it. */
const COAST_M = 2_500
/** Ports lie behind breakwaters and up rivers. */
const PORT_M = 8_000

function* stepsOf(path: Path) {
  for (let alongM = 0; alongM < path.lengthM + STEP_M; alongM += STEP_M) yield { alongM, ...path.at(alongM) }
}

/** Whether a point of the wanted kind is within reach. */
async function isNear(isWanted: boolean, latitude: number, longitude: number, reachM: number) {
  if ((await land.isLand(latitude, longitude)) === isWanted) return true
  for (let deg = 0; deg < 360; deg += 30) {
    const north = (Math.cos((deg * Math.PI) / 180) * reachM) / 111_320
    const east = (Math.sin((deg * Math.PI) / 180) * reachM) / 111_320 / Math.cos((latitude * Math.PI) / 180)
    if ((await land.isLand(latitude + north, longitude + east)) === isWanted) return true
  }
  return false
}

async function strays(text: string, isWanted: boolean): Promise<string[]> {
  const path = pathOf(readPoints(text))
  const found: string[] = []
  for (const { alongM, latitude, longitude } of stepsOf(path)) {
    const fromEndM = Math.min(alongM, path.lengthM - alongM)
    const reachM = !isWanted && fromEndM < PORT_M ? PORT_M : COAST_M
    if (!(await isNear(isWanted, latitude, longitude, reachM))) {
      found.push(`${latitude.toFixed(3)},${longitude.toFixed(3)}`)
    }
  }
  return found
}

test('the map distinguishes land from sea', async () => {
  expect(await land.isLand(40.4, -3.7)).toBe(true)
  expect(await land.isLand(40.4, 2.37)).toBe(false)
})

test.each(Object.entries({ ...roads, ...trails }))('%s stays on land', async (_, text) => {
  expect(await strays(text, true)).toEqual([])
})

test.each(Object.entries(seaLanes))('%s stays at sea', async (_, text) => {
  expect(await strays(text, false)).toEqual([])
})

test.each(Object.entries(cities))('the quarters of %s are on land, and near each other', async (_, text) => {
  const [depot, ...quarters] = readPoints(text)
  for (const quarter of [depot!, ...quarters]) {
    expect(await isNear(true, quarter[0], quarter[1], COAST_M)).toBe(true)
    expect(metresBetween(depot!, quarter)).toBeLessThan(30_000)
  }
})
