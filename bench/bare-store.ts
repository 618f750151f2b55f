// PostgreSQL alone: the same rows into the same tables by the same driver, a thousand at a time over two connections.

import type { StorableRow } from '../server/src/features/locations/recorder.queries.ts'
import { storeLocations } from '../server/src/features/locations/recorder.queries.ts'
import type { Installation } from './installation.ts'

const rowsPerStatement = 1_000
const connections = 2

/** Rows a second. */
export async function bareStore({ open, account }: Installation, seconds: number): Promise<number> {
  const { recorder } = open.ctx.db
  const first = await open.ctx.db.forAccount(account.accountId)<{ number: number }>`
    select min(number) as number from devices where account_id = ${account.accountId}`
  const firstDevice = first[0]!.number
  const deviceCount = account.deviceIds.length
  // A time of its own for every run, so that every row is new.
  let atMs = Date.now() - 40 * 86_400_000 + Math.floor(Math.random() * 20 * 86_400_000)
  let stored = 0
  const endsAt = performance.now() + seconds * 1_000

  async function lane(lane: number) {
    while (performance.now() < endsAt) {
      atMs += 1_000
      const at = atMs
      const rows = Array.from({ length: rowsPerStatement }, (_, index): StorableRow => {
        const deviceNumber = firstDevice + ((index * connections + lane) % deviceCount)
        const fixedAtMs = at + Math.floor(index / deviceCount)
        return {
          device: { deviceNumber, deviceId: '', accountId: account.accountId, class: 2 },
          row: [
            '',
            fixedAtMs,
            fixedAtMs,
            404_168_000 + index,
            -37_038_000,
            index * 7_919 + lane,
            650,
            523,
            1_234,
            null,
            9,
            null,
            '',
          ],
        }
      })
      stored += (await storeLocations(recorder, rows)).length
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, index) => lane(index)))
  return stored / ((performance.now() - startedAt) / 1_000)
}
