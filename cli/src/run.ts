// Runs a command and sets the exit code: 0 success, 1 failure, 2 wrong usage.

import type { Command } from 'commander'
import { CommanderError } from 'commander'
import { ClientError, UsageError } from './failure.ts'

const failed = 1
const typedWrong = 2
const leaveWithinMs = 5_000

/** `describe` explains errors that this package does not know. */
export async function run(
  program: Command,
  describe: (error: unknown) => string | Promise<string> = String,
): Promise<void> {
  // A reader that closes the pipe early, such as `head`, ends the command without an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : failed),
  )
  prepare(program)
  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    // Commander has already printed it.
    if (!(error instanceof CommanderError))
      process.stderr.write(`${isOurs(error) ? error.message : await describe(error)}\n`)
    // Open handles must not keep a failed process alive: a supervisor could not restart it.
    setTimeout(() => process.exit(), leaveWithinMs).unref()
  }
}

/** Commands created elsewhere do not inherit these settings. */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for more information)')
  for (const one of command.commands) prepare(one)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return typedWrong
  if (!(error instanceof CommanderError)) return failed
  return error.exitCode === 0 ? 0 : typedWrong
}

function isOurs(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof ClientError
}
