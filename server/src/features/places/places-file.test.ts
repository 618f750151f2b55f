// An installation whose file of place names is missing or damaged: it starts, and the doctor reports it.

import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { metricValue } from '../../../test/metric-value.ts'
import { examinePlaces } from '../../operations/doctor/places.ts'
import { createLog } from '../../platform/observability/log.ts'
import { checkPlaces, describePlace, preparePlaces } from './place.api.ts'
import { searchTowns } from './search-towns.api.ts'
import { placesFolder } from './world.ts'

const folders: string[] = []
afterAll(() => {
  // Other tests of this process use the same file.
  preparePlaces({ log: createLog('silent') })
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** With its sum, unless that is to differ. */
function folderWith(content: Buffer | undefined, sum?: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-places-'))
  folders.push(folder)
  if (content) {
    writeFileSync(join(folder, 'world.places.br'), content)
    const digest = sum ?? createHash('sha256').update(content).digest('hex')
    writeFileSync(join(folder, 'SHA256SUMS'), `${digest}  world.places.br\n`)
  }
  return pathToFileURL(`${folder}/`)
}

const otherFormat = brotliCompressSync(Buffer.from('RPL9 and more'))
const broken: [string, URL, RegExp][] = [
  ['missing', folderWith(undefined), /world\.places\.br is missing$/],
  ['cut off', folderWith(otherFormat.subarray(0, -3), 'f00d'), /is damaged: it differs from SHA256SUMS$/],
  ['of another version', folderWith(otherFormat), /has the format "RPL9", not "RPL1"$/],
]

describe.each(broken)('a file that is %s', (_, folder, why) => {
  test('is a finding of the doctor, with advice', () => {
    const [finding] = examinePlaces(folder)
    expect(finding).toMatchObject({ severity: 'fault', message: expect.stringMatching(why) })
    expect(finding!.advice.flatMap(({ lines }) => lines).join()).toContain('sha256sum -c SHA256SUMS')
  })

  test('leaves coordinates as names, and logs why', async () => {
    const lines: string[] = []
    preparePlaces({ log: createLog('info', { write: (line: string) => lines.push(line) }) }, folder)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ why: expect.stringMatching(why) }])
    expect(lines[0]).toContain('rastro doctor')
    expect(describePlace(41.3532, -1.55, { language: 'es', units: 'metric' })).toMatchObject({
      name: '41.35320, -1.55000',
      shortName: '41.35320, -1.55000',
    })
    expect(searchTowns('Madrid', 'es', 10)).toEqual([])
    expect(await metricValue('rastro_places_towns')).toBe(0)
  })
})

test('a file without its sums is not used', () => {
  const folder = folderWith(undefined)
  copyFileSync(new URL('world.places.br', placesFolder), new URL('world.places.br', folder))
  expect(checkPlaces(folder)).toMatchObject({ why: expect.stringMatching(/SHA256SUMS is missing$/) })
})

test('the file of this version is well', async () => {
  const [finding] = examinePlaces()
  expect(finding).toMatchObject({
    severity: 'ok',
    message: 'place names of 107,460 towns and 4,596 regions, format RPL1',
  })
  preparePlaces({ log: createLog('silent') })
  expect(describePlace(41.3532, -1.55, { language: 'en', units: 'metric' }).shortName).toBe(
    '7.8 km E of Calatayud',
  )
  expect(await metricValue('rastro_places_towns')).toBe(107_460)
  expect(await metricValue('rastro_places_load_seconds')).toBeGreaterThan(0)
})
