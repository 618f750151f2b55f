import { Command } from 'commander'
import { readConfig, withoutSecrets } from '../config.ts'

export const configCommand = new Command('config')
  .description('print the effective configuration, without secrets')
  .action(() => {
    console.log(JSON.stringify(withoutSecrets(readConfig(process.env)), null, 2))
  })
