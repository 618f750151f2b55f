import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { maskSecrets, readConfig } from '../config/config.ts'

export const configCommand = new Command('config')
  .description('print the effective configuration, without secrets')
  .option('--json', 'print JSON on one line')
  .action((options: Printing) => {
    const config = maskSecrets(readConfig(process.env))
    print(options, config, JSON.stringify(config, null, 2))
  })
