// What the judge reads does not depend on the length of a track, also under row-level security.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadBy } from '../../../test/rows-read.ts'
import { knownDevice } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recall } from './judge.queries.ts'
import type { Fix } from './rules/kind.types.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('the memory of a device reads the locations around the new ones', async () => {
  const account = await world.make.account()
  const device = await world.make.device(account)
  const { accountId, deviceNumber } = await knownDevice(world, account.accountId, device.id)
  await world.superuser.query(
    `insert into locations (account_id, device_number, class, fixed_at, received_at, latitude, longitude, fingerprint)
     select $1, $2, 2, now() - n * interval '30 seconds', now(), 0, 0, n from generate_series(1, 5000) n`,
    [accountId, deviceNumber],
  )
  await world.superuser.query('analyze locations')
  const fixes = [{ atMs: Date.now() - 60_000 } as Fix]
  const read = await rowsReadBy(world.ctx.db.recorder, 'locations', (db) =>
    recall(db, [{ accountId, deviceNumber, fixes }]),
  )
  expect(read).toBeLessThan(10)
})
