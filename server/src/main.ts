#!/usr/bin/env node
// The `rastro` command: the operator's commands of commands/, which have the server's configuration and database, and the
// client's of cli/, which go through the API.

import { clientCommands } from '@rastro/cli/client-commands'
import { completionCommand } from '@rastro/cli/commands/completion'
import { run } from '@rastro/cli/run'
import { Command } from 'commander'
import { accountCommand } from './commands/account.ts'
import { apiKeyCommand } from './commands/api-key.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { configCommand } from './commands/config.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { describeFailure } from './commands/failure.ts'
import { migrateCommand } from './commands/migrate.ts'
import { partitionsCommand } from './commands/partitions.ts'
import { replayCommand } from './commands/replay.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { signingKeyCommand } from './commands/signing-key.ts'
import { trackerCommand } from './commands/tracker.ts'
import { upgradeCommand } from './commands/upgrade.ts'
import { userCommand } from './commands/user.ts'

/** Also read by who describes it: scripts/generate.ts. */
export const program = new Command('rastro')
  .description('Self-hosted tracking platform')
  .commandsGroup('Operator, on the server itself:')
  .addCommand(serveCommand)
  .addCommand(migrateCommand)
  .addCommand(upgradeCommand)
  .addCommand(configCommand)
  .addCommand(doctorCommand)
  .addCommand(accountCommand)
  .addCommand(signingKeyCommand)
  .addCommand(auditCommand)
  .addCommand(partitionsCommand)
  .addCommand(replayCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand)
  .addCommand(trackerCommand)
  .addCommand(demoCommand)

program.commandsGroup('Everybody, through the API:')
for (const command of clientCommands({ apiKey: apiKeyCommand, user: userCommand })) {
  program.addCommand(command)
}
program.commandsGroup('Other:').addCommand(completionCommand())

if (import.meta.main) await run(program, describeFailure)
