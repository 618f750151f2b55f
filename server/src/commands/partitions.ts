import { Command } from 'commander'
import { keepHistory } from '../features/locations/history.service.ts'
import { asOperator } from './operator.ts'

export const partitionsCommand = new Command('partitions')
  .description('make the partitions of the coming weeks and drop those whose time is over')
  .option('--json', 'print JSON')
  .action(async ({ json }: { json?: true }) => {
    const kept = await asOperator(keepHistory)
    if (json) return console.log(JSON.stringify(kept))
    console.log(
      `${kept.made} made, ${kept.dropped.length} dropped, ${kept.unplaced} locations without a partition`,
    )
  })
