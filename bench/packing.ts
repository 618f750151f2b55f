// npm run bench -- packing: the size of a location on disk before and after `rastro partitions --compact`, and how
// fast a day is read then.

import { parseArgs } from 'node:util'
import pg from 'pg'
import { report } from '../scripts/proof/report.ts'
import { compact } from '../server/src/operations/compact/compact.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { dayMs, fillHistory, rowsPerDevice, sizeOf } from './growth/fill.ts'
import { makeReader, rangeOf } from './growth/reader.ts'
import { compareTracks } from './growth/tracks.ts'
import { install } from './installation.ts'

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { locations: { type: 'string', default: '10000000' } } })
  const identifiers = imeisOf('35630704', Number(values.locations) / rowsPerDevice)
  const installation = await install(identifiers, {}, { postgresSettings: { shared_buffers: '2GB' } })
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  const api = await installation.serve('api', 'warn')
  try {
    await superuser.connect()
    const today = new Date(Math.floor(Date.now() / dayMs) * dayMs)
    const fleet = await makeReader(superuser, api, installation.account)
    await fillHistory(superuser, today, rangeOf(fleet), () => {})
    const written = await sizeOf(superuser)
    const aMonthLater = new Date(today.getTime() + 30 * dayMs)
    await compact(installation.open.ctx.config.db.ownerUrl!, aMonthLater, () => {})
    const packed = await sizeOf(superuser)
    const tracks = await compareTracks(api, installation, fleet, today)
    const figures = {
      locations: packed.rows,
      'bytes per location on disk, as written': written.bytesPerRow,
      'bytes per location on disk, packed': packed.bytesPerRow,
      'one-day tracks/s, bare': tracks.bare,
      'one-day tracks/s, ours': tracks.ours,
      'one-day tracks, ours to bare': tracks.ratio,
    }
    report('packing', figures, {
      'bytes per location on disk, packed': { atMost: 130 },
      'one-day tracks, ours to bare': { atLeast: 0.7 },
    })
  } finally {
    await api.stop()
    await superuser.end()
    await installation.remove()
  }
}
