// The one-time step of an upgrade, run by the new version while the old one still serves.

import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { planMigrations } from '../operations/migrate/migrate.ts'
import { NewSchemaError } from '../operations/migrate/schema-version.ts'
import { describePlan, migrateWithOutput, readOwnerUrl } from './migrate.ts'

/** Consumers before producers, so new messages are first read by a version that knows them. */
const steps = [
  'recorder, notifier, trips, mqtt: start the new process, then stop the old one (SIGTERM)',
  'gateway: stop the old process, start the new one on the same port; trackers reconnect without losing data',
  'api: start the new process, wait for /readyz, route traffic to it, then stop the old one',
  'check the installation: rastro doctor',
]

interface Options {
  plan?: true
  json?: true
}

export const upgradeCommand = new Command('upgrade')
  .description(
    'migrate the database for this version while the previous one serves, and print the next steps',
  )
  .option('--plan', 'print the plan without applying it')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const ownerUrl = readOwnerUrl()
    const plan = await planMigrations(ownerUrl)
    if (plan.ahead.length > 0) throw new NewSchemaError(plan.ahead)
    if (!options.json && plan.pending.length > 0) {
      console.log('Running processes keep serving. Make sure you have a backup: rastro backup')
    }
    const applied = options.plan ? [] : await migrateWithOutput(ownerUrl, options)
    const done = options.plan ? describePlan(plan) : 'The database is ready for this version.'
    const list = steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')
    print(options, { pending: options.plan ? plan.pending : [], applied, steps }, `${done}\nThen:\n${list}`)
  })
