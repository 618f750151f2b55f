// The part of an upgrade that is done once, by the new version, while the processes of the old one still serve.

import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { planMigrations } from '../operations/migrate/migrate.ts'
import { NewSchemaError } from '../operations/migrate/schema-age.ts'
import { describePlan, migrateAloud, readOwnerUrl } from './migrate.ts'

/** Who reads before who writes: what a new version says first is heard by one that knows it. */
const steps = [
  'recorder, notifier, mqtt: start the new one beside the old one, then stop the old one (SIGTERM)',
  'gateway: stop the old one, start the new one on the same port; trackers come again and lose nothing',
  'api: start the new one, wait for /readyz, lead callers to it, then stop the old one',
  'look whether all is well: rastro doctor',
]

interface Options {
  plan?: true
  json?: true
}

export const upgradeCommand = new Command('upgrade')
  .description('prepare the database for this version while the last one serves, and say how to go on')
  .option('--plan', 'change nothing, and say what would be done')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const ownerUrl = readOwnerUrl()
    const plan = await planMigrations(ownerUrl)
    if (plan.ahead.length > 0) throw new NewSchemaError(plan.ahead)
    if (!options.json && plan.pending.length > 0) {
      console.log('The processes that run now go on serving. Have a backup: rastro backup')
    }
    const applied = options.plan ? [] : await migrateAloud(ownerUrl, options)
    const done = options.plan ? describePlan(plan) : 'The database is ready for this version.'
    const list = steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')
    print(options, { pending: options.plan ? plan.pending : [], applied, steps }, `${done}\nThen:\n${list}`)
  })
