// Runs a program of commands to its end, and says by the exit code how it went: 0 done, 1 failed, 2 typed wrong.

import type { Command } from 'commander'
import { CommanderError } from 'commander'
import { ClientError, UsageError } from './failure.ts'

const failed = 1
const typedWrong = 2
const leaveWithinMs = 5_000

/** `describe` finds words for what this package does not know. */
export async function run(
  program: Command,
  describe: (error: unknown) => string | Promise<string> = String,
): Promise<void> {
  // Who reads only the beginning, as `head` does, ends the command; that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : failed),
  )
  prepare(program)
  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    // Commander has said it already.
    if (!(error instanceof CommanderError))
      process.stderr.write(`${isOurs(error) ? error.message : await describe(error)}\n`)
    // Whatever was left open must not keep a failed process alive: nobody would start it again.
    setTimeout(() => process.exit(), leaveWithinMs).unref()
  }
}

/** Commands that were made elsewhere do not inherit: each is told. */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for what is possible)')
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
