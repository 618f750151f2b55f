import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command } from 'commander'
import { ConfigError, readConfig } from '../config/config.ts'
import { keepHistory } from '../features/recorder/retention.api.ts'
import { keepTripPartitions } from '../features/trips/retention.api.ts'
import { compact } from '../operations/compact/compact.ts'
import { asOperator } from './operator.ts'

export const partitionsCommand = new Command('partitions')
  .description('create the partitions of the coming weeks and months, and drop expired ones')
  .option('--compact', 'rebuild the indexes of past weeks (as the owner role)')
  .option('--json', 'print JSON')
  .action(async (options: Printing & { compact?: true }) => {
    const kept = await asOperator(async (ctx) => {
      const history = await keepHistory(ctx)
      const trips = await keepTripPartitions(ctx)
      const dropped = [...history.dropped, ...trips.dropped]
      return { made: history.made + trips.made, dropped, unplaced: history.unplaced }
    })
    const { made, dropped, unplaced } = kept
    print(
      options,
      kept,
      `${made} created, ${dropped.length} dropped, ${unplaced} locations without a partition`,
    )
    if (!options.compact) return
    const { ownerUrl } = readConfig(process.env).db
    if (!ownerUrl)
      throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: only the owner role can rebuild indexes'])
    const progress = startProgress('Partitions', options)
    await compact(ownerUrl, new Date(), (done, at, total) => {
      const { partition, beforeBytes, afterBytes } = done
      progress.at(at, total)
      print(
        options,
        done,
        `${partition}: ${megabytes(beforeBytes)} MB of indexes, now ${megabytes(afterBytes)} MB`,
      )
    })
    progress.end()
  })

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
