import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { ConfigError, readConfig } from '../config/config.ts'
import type { MigrationPlan } from '../operations/migrate/migrate.ts'
import { migrate, planMigrations } from '../operations/migrate/migrate.ts'

interface Options {
  plan?: true
  check?: true
  json?: true
}

export const migrateCommand = new Command('migrate')
  .description('migrate the database to the latest schema')
  .option('--plan', 'list pending migrations without applying them')
  .option('--check', 'like --plan, and fail if there are any')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const ownerUrl = readOwnerUrl()
    if (options.plan || options.check) {
      const plan = await planMigrations(ownerUrl)
      print(options, plan, describePlan(plan))
      if (options.check && plan.pending.length > 0) process.exitCode = 1
      return
    }
    const applied = await migrateWithOutput(ownerUrl, options)
    print(options, { applied }, 'The database is up to date.')
  })

export function readOwnerUrl(): string {
  const { ownerUrl } = readConfig(process.env).db
  if (!ownerUrl)
    throw new ConfigError(['RASTRO_DATABASE_OWNER_URL is not set: migrations run as the owner role'])
  return ownerUrl
}

/** Prints each step as it is applied, unless the output is JSON. */
export async function migrateWithOutput(ownerUrl: string, { json }: { json?: true }): Promise<string[]> {
  const lines: string[] = []
  await migrate(ownerUrl, (line) => {
    lines.push(line)
    if (!json) console.log(line)
  })
  const prefix = 'applied '
  return lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length))
}

export function describePlan({ pending, ahead }: MigrationPlan): string {
  const lines = pending.map((name) => `would apply ${name}`)
  if (pending.length === 0) lines.push('The database is up to date.')
  if (ahead.length > 0) lines.push(`The database is ahead of this version by ${ahead.join(', ')}.`)
  return lines.join('\n')
}
