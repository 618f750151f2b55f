// The cost of storing a batch in a large store. The first location of a device after a checkpoint writes its whole
// index page to the WAL, the next ones do not: so every round starts with a checkpoint, and every device reports
// equally often in it, whatever the size of the fleet.

import type pg from 'pg'
import { storeLocations } from '../../server/src/features/recorder/recorder.queries.ts'
import type { StorableRow } from '../../server/src/features/recorder/storable-row.types.ts'
import type { Installation } from '../installation.ts'
import type { Cost } from './cost.ts'
import { measureRound, medianOf } from './cost.ts'
import type { Reader } from './operations.ts'

const rowsPerBatch = 1_000
const rounds = 3

export async function measureStoring(
  superuser: pg.Client,
  { open }: Installation,
  { account, numbers }: Reader,
  reportsPerCheckpoint: number,
): Promise<Cost> {
  const batches = Math.ceil(numbers.length / rowsPerBatch)
  let atMs = Date.now()
  const batchOf = (index: number): StorableRow[] => {
    const first = (index % batches) * rowsPerBatch
    if (first === 0) atMs += 30_000
    return numbers.slice(first, first + rowsPerBatch).map((deviceNumber, offset) => ({
      device: { deviceNumber, deviceId: '', accountId: account.accountId, class: 2, isElsewhere: false },
      row: [
        '',
        atMs + offset,
        atMs + offset + 500,
        404_000_000 + offset,
        -37_000_000,
        offset,
        650,
        523,
        1_234,
        null,
        9,
        null,
        '',
      ],
    }))
  }
  const operation = {
    name: 'store a batch',
    times: batches * reportsPerCheckpoint,
    once: (index: number) => storeLocations(open.ctx.db.recorder, batchOf(index)),
  }
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round += 1) {
    await superuser.query('checkpoint')
    costs.push(await measureRound(superuser, [process.pid], operation, round))
  }
  return medianOf(costs)
}
