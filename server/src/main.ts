#!/usr/bin/env node
// The `rastro` command. Each subcommand lives in commands/.

import { Command } from 'commander'
import { accountCommand } from './commands/account.ts'
import { apiKeyCommand } from './commands/api-key.ts'
import { auditCommand } from './commands/audit.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { demoCommand } from './commands/demo.ts'
import { describeFailure } from './commands/failure.ts'
import { migrateCommand } from './commands/migrate.ts'
import { partitionsCommand } from './commands/partitions.ts'
import { replayCommand } from './commands/replay.ts'
import { serveCommand } from './commands/serve.ts'
import { signingKeyCommand } from './commands/signing-key.ts'
import { trackerCommand } from './commands/tracker.ts'
import { upgradeCommand } from './commands/upgrade.ts'

const program = new Command('rastro')
  .description('Self-hosted tracking platform')
  .showHelpAfterError('(add --help for what is possible)')
  .addCommand(serveCommand)
  .addCommand(migrateCommand)
  .addCommand(upgradeCommand)
  .addCommand(configCommand)
  .addCommand(doctorCommand)
  .addCommand(accountCommand)
  .addCommand(apiKeyCommand)
  .addCommand(signingKeyCommand)
  .addCommand(auditCommand)
  .addCommand(partitionsCommand)
  .addCommand(replayCommand)
  .addCommand(trackerCommand)
  .addCommand(demoCommand)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
  // Whatever was left open must not keep a failed process alive: nobody would start it again.
  setTimeout(() => process.exit(), 5_000).unref()
}
