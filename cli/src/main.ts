#!/usr/bin/env node
// The command line for customers, without the server. The operator's `rastro` has the same commands and more.

import { Command } from 'commander'
import { clientCommands } from './client-commands.ts'
import { completionCommand } from './commands/completion.ts'
import { run } from './run.ts'

const program = new Command('rastro-client').description('Command-line client for Rastro')
for (const command of clientCommands()) program.addCommand(command)
program.addCommand(completionCommand())

await run(program)
