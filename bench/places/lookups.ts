// The rate of lookups, what loading takes, and how often the country is right.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { placeAt } from '../../server/src/features/places/place-at.ts'
import { getWorld } from '../../server/src/features/places/world.ts'
import { createRandom } from '../../simulator/src/random.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'

type Point = [latitude: number, longitude: number]

const rounds = 7
const points = 100_000
const degreesPerRadian = 180 / Math.PI
const loadFile = fileURLToPath(new URL('load.ts', import.meta.url))
const casesFile = new URL('border-cases.json', import.meta.url)

export function measureLookups(): Figures {
  return { ...measureLoad(), ...measureRates(), ...checkCountries() }
}

function measureLoad(): Figures {
  const loads = Array.from({ length: rounds }, () => {
    const printed = execFileSync(process.execPath, ['--expose-gc', loadFile], { encoding: 'utf8' })
    return JSON.parse(printed) as { loadMs: number; megabytes: number }
  })
  return {
    'load, ms': median(loads.map(({ loadMs }) => loadMs)),
    'memory, MB': median(loads.map(({ megabytes }) => megabytes)),
  }
}

/** Trackers are where people are: within some 10 km of a town of any size. The whole earth is mostly sea. */
function measureRates(): Figures {
  const { next } = createRandom(22)
  const { townVectors } = getWorld()
  const towns = townVectors.length / 3
  const near = (): Point => {
    const town = Math.floor(next() * towns)
    const [x, y, z] = townVectors.subarray(town * 3, town * 3 + 3) as unknown as [number, number, number]
    const latitude = Math.asin(z) * degreesPerRadian + (next() - 0.5) * 0.2
    const longitude = Math.atan2(y, x) * degreesPerRadian + (next() - 0.5) * 0.2
    return [Math.min(90, Math.max(-90, latitude)), Math.min(180, Math.max(-180, longitude))]
  }
  const anywhere = (): Point => [Math.asin(2 * next() - 1) * degreesPerRadian, next() * 360 - 180]
  return {
    'lookups per CPU second, near towns': rateOf(near),
    'lookups per CPU second, anywhere on earth': rateOf(anywhere),
  }
}

function rateOf(pointOf: () => Point): number {
  const rates = Array.from({ length: rounds }, () => {
    const some = Array.from({ length: points }, pointOf)
    const startedAt = process.cpuUsage()
    for (const [latitude, longitude] of some) placeAt(latitude, longitude, 'en')
    const { user, system } = process.cpuUsage(startedAt)
    return (points * 1e6) / (user + system)
  })
  return median(rates)
}

/** The failures are printed. */
function checkCountries(): Figures {
  const cases = JSON.parse(readFileSync(casesFile, 'utf8')) as [...Point, country: string, name: string][]
  const wrong = cases.flatMap(([latitude, longitude, country, name]) => {
    const found = placeAt(latitude, longitude, 'en').country
    return found === country
      ? []
      : [`${name} (${latitude}, ${longitude}): ${found ?? 'sea'} instead of ${country}`]
  })
  process.stdout.write(
    `Wrong countries, of ${cases.length} cases near borders and coasts:\n  ${wrong.join('\n  ')}\n\n`,
  )
  return {
    'border and coast cases': cases.length,
    'right country, share': (cases.length - wrong.length) / cases.length,
  }
}
