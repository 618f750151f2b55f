import { Command } from 'commander'
import { ConfigError, readConfig } from '../config.ts'
import { keepHistory } from '../features/locations/history.service.ts'
import { compact } from '../processes/compact.ts'
import { asOperator } from './operator.ts'

export const partitionsCommand = new Command('partitions')
  .description('make the partitions of the coming weeks and drop those whose time is over')
  .option('--compact', 'pack the indexes of weeks that are over (as the owner role)')
  .option('--json', 'print JSON')
  .action(async (options: { compact?: true; json?: true }) => {
    const kept = await asOperator(keepHistory)
    if (options.json) console.log(JSON.stringify(kept))
    else
      console.log(
        `${kept.made} made, ${kept.dropped.length} dropped, ${kept.unplaced} locations without a partition`,
      )
    if (!options.compact) return
    const { ownerUrl } = readConfig(process.env).db
    if (!ownerUrl)
      throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: only the owner can pack indexes'])
    await compact(ownerUrl, new Date(), (done) => {
      const { partition, beforeBytes, afterBytes } = done
      if (options.json) console.log(JSON.stringify(done))
      else
        console.log(
          `${partition}: ${Math.round(beforeBytes / 1e6)} MB of indexes, now ${Math.round(afterBytes / 1e6)} MB`,
        )
    })
  })
