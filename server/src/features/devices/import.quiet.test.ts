import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

test('an import of 10,000 rows takes less than 10 seconds', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const { token } = await world.make.account({ licenses: 10_000 })
  const rows = Array.from({ length: 10_000 }, (_, index) => `Boat ${index},${randomText(15)},2031-01-01,blue`)
  const csv = `name,identifier,expirationDate,tag.colour\n${rows.join('\n')}\n`
  const beganAt = performance.now()
  const { status, body } = await world.call('POST', '/api/devices/import', {
    token,
    body: csv,
    headers: { 'content-type': 'text/csv' },
  })
  const tookMs = performance.now() - beganAt
  expect([status, body.created]).toEqual([201, 10_000])
  expect(tookMs).toBeLessThan(10_000)
})
