// What the recorder's statement costs PostgreSQL, with and without the marks for the trip processor, by turns.

import pg from 'pg'
import { storeLocations } from '../../server/src/features/recorder/recorder.queries.ts'
import type { StorableRow } from '../../server/src/features/recorder/storable-row.types.ts'
import { storeWithoutMarks } from '../bare/store-without-marks.queries.ts'
import { cpuUsOf, listBackends } from '../growth/cost.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import { install } from '../installation.ts'

export interface StatementOptions {
  rounds: number
  batches: number
}

const rowsPerBatch = 1_000
const devicesPerWay = 1_000
const ways = {
  'without marks': storeWithoutMarks,
  'with marks': storeLocations,
}
const shapes = [10, 1]

export async function measureStatement({ rounds, batches }: StatementOptions): Promise<Figures> {
  const count = devicesPerWay * Object.keys(ways).length
  const installation = await install(Array.from({ length: count }, () => null))
  const { account, open, services } = installation
  const superuser = new pg.Client({ connectionString: services.postgres.url('superuser', 'rastro') })
  try {
    await superuser.connect()
    const { rows } = await superuser.query('select number from devices order by number')
    const numbers = rows.map(({ number }) => number as number)
    let atMs = Date.now() - 3_600_000

    /** Each device reports some locations in order; batches go round all devices of a way. */
    function batchOf(way: number, batch: number, perDevice: number): StorableRow[] {
      const first = (batch * rowsPerBatch) / perDevice
      return Array.from({ length: rowsPerBatch }, (_, index) => {
        const position = (first + Math.floor(index / perDevice)) % devicesPerWay
        const deviceNumber = numbers[way * devicesPerWay + position]!
        const fixedAtMs = atMs + (index % perDevice)
        return {
          device: { deviceNumber, deviceId: '', accountId: account.accountId, class: 2, isElsewhere: false },
          row: [
            '',
            fixedAtMs,
            fixedAtMs + 500,
            404_000_000 + index,
            -37_000_000,
            index * 7_919,
            650,
            523,
            1_234,
            null,
            9,
            { ignition: true },
            '',
          ],
        }
      })
    }

    const figures: Figures = {}
    for (const perDevice of shapes) {
      const costs: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
      for (let round = 0; round <= rounds; round += 1) {
        await superuser.query('vacuum newest_locations')
        await superuser.query('checkpoint')
        for (const [way, [name, store]] of Object.entries(ways).entries()) {
          const backends = await listBackends(superuser)
          const before = cpuUsOf(backends)
          for (let batch = 0; batch < batches; batch += 1) {
            atMs += 1_000
            await store(open.ctx.db.recorder, batchOf(way, batch, perDevice))
          }
          const us = (cpuUsOf(backends) - before) / (batches * rowsPerBatch)
          if (round > 0) costs[name]!.push(us)
        }
      }
      const shape = `${perDevice} a device`
      for (const [name, list] of Object.entries(costs))
        figures[`statement, ${shape}, ${name}, µs`] = median(list)
      const [without, withMarks] = Object.values(costs) as [number[], number[]]
      const marks = withMarks.map((us, round) => us - without[round]!)
      figures[`statement, ${shape}, marks, µs`] = median(marks)
    }
    return figures
  } finally {
    await superuser.end()
    await installation.remove()
  }
}
