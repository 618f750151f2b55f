import { Command } from 'commander'
import { ConfigError, readConfig } from '../config.ts'
import { migrate } from '../processes/migrate.ts'

export const migrateCommand = new Command('migrate')
  .description('bring the database to the newest schema')
  .action(async () => {
    const { ownerUrl } = readConfig(process.env).db
    if (!ownerUrl)
      throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: migrations run as the owner role'])
    await migrate(ownerUrl, (line) => console.log(line))
    console.log('The database is up to date.')
  })
