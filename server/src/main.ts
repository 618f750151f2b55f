#!/usr/bin/env node
// The `rastro` command: operator commands (commands/), which use the server's configuration and database, and client
// commands (cli/), which use the API.

import { setFlagsFromString } from 'node:v8'
import { run } from '@rastro/cli/run'
import { Command } from 'commander'

/** Loaded on demand: a process that serves one role should not load the code of the others. */
const operators: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  cell: async () => (await import('./commands/cell.ts')).cellCommand,
  setup: async () => (await import('./commands/setup.ts')).setupCommand,
  operator: async () => (await import('./commands/operators.ts')).operatorCommand,
  account: async () => (await import('./commands/account.ts')).accountCommand,
  reseller: async () => (await import('./commands/reseller.ts')).resellerCommand,
  caps: async () => (await import('./commands/caps.ts')).capsCommand,
  signingkey: async () => (await import('./commands/signing-key.ts')).signingKeyCommand,
  passwords: async () => (await import('./commands/passwords.ts')).passwordsCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  trips: async () => (await import('./commands/trips.ts')).tripsCommand,
  partitions: async () => (await import('./commands/partitions.ts')).partitionsCommand,
  archive: async () => (await import('./commands/archive.ts')).archiveCommand,
  recover: async () => (await import('./commands/recover.ts')).recoverCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  map: async () => (await import('./commands/map.ts')).mapCommand,
  tracker: async () => (await import('./commands/tracker.ts')).trackerCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
}

/** Loads all commands, or only the named operator command. Also used by scripts/generate.ts. */
export async function loadProgram(named = ''): Promise<Command> {
  const program = new Command('rastro')
    .description('Self-hosted tracking platform')
    .commandsGroup('Operator commands, on the server:')
  const one = Object.hasOwn(operators, named) ? operators[named] : undefined
  for (const load of one ? [one] : Object.values(operators)) program.addCommand(await load())
  if (!one) await addClient(program)
  return program
}

async function addClient(program: Command): Promise<void> {
  const { clientCommands } = await import('@rastro/cli/client-commands')
  const { completionCommand } = await import('@rastro/cli/commands/completion')
  const { apiKeyCommand } = await import('./commands/api-key.ts')
  const { userCommand } = await import('./commands/user.ts')
  program.commandsGroup('Client commands, through the API:')
  for (const command of clientCommands({ apiKey: apiKeyCommand, user: userCommand })) {
    program.addCommand(command)
  }
  program.commandsGroup('Other:').addCommand(completionCommand())
}

if (import.meta.main) {
  // Commands and the reporter run beside the servers: their young generation stays small, instead of growing to 50 MB of
  // garbage.
  if (process.argv[2] !== 'serve' || process.argv[3] === 'reporter') {
    setFlagsFromString('--semi-space-growth-factor=1')
  }
  await run(await loadProgram(process.argv[2]), async (error) => {
    const { describeFailure } = await import('./commands/failure.ts')
    return describeFailure(error)
  })
}
