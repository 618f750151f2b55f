import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSettings } from '../../../test/world.ts'
import { readConfigWithFaults } from '../../config/config.ts'
import type { DoctorContext } from './doctor.types.ts'
import { releaseChecks } from './releases.ts'

let answer = ''
const server = createServer((_request, response) => response.end(answer))
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.close()
})

async function examine(text: string, settings: Record<string, string> = {}) {
  answer = text
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases.json`
  const { config } = readConfigWithFaults({ ...testSettings, RASTRO_RELEASES_URL: url, ...settings })
  const [finding] = await releaseChecks[0]!.run({ config } as DoctorContext)
  return finding
}

test('nobody is asked unless the operator has chosen a list', async () => {
  expect(await examine('[{"version": "99.0.0"}]', { RASTRO_RELEASES_URL: '' })).toBe(undefined)
})

test('a newer release is reported, by its number and not by its place in the list', async () => {
  const versions = ['99.9.0', '99.10.0', '0.0.1'].map((version) => ({ version }))
  const finding = await examine(JSON.stringify(versions))
  expect(finding).toMatchObject({
    severity: 'warning',
    message: expect.stringMatching(/^99\.10\.0 is released/),
  })
})

test('the newest release is fine', async () => {
  expect(await examine('[{"version": "0.0.1", "commit": "x"}]')).toMatchObject({ severity: 'ok' })
})

test.each([
  ['is no JSON', '<html>'],
  ['is something else', '{"version": "99.0.0"}'],
  ['has invalid versions', '[{"version": "latest"}]'],
  ['is too long', `[${'{"version":"0.0.1"},'.repeat(100_000)}{"version":"0.0.1"}]`],
])('a list that %s is reported', async (_what, text) => {
  expect(await examine(text)).toMatchObject({
    severity: 'warning',
    message: expect.stringContaining('RASTRO_RELEASES_URL cannot be read'),
  })
})
