// The completions at each level of the commands, read from the commands themselves.

import type { Argument, Command, Option } from 'commander'

export interface Word {
  text: string
  description: string
}

/** The value of an option, or an argument. */
export type Value = { kind: 'words'; words: readonly string[] } | { kind: 'files' } | { kind: 'any' }

export interface Level {
  /** The command path, each word with a blank before it: ` device list`. Empty at the root. */
  path: string
  commands: Word[]
  options: (Word & { value: Value | undefined })[]
  argument: Value | undefined
}

export function levelsOf(program: Command): Level[] {
  return [...visit(program, '')]
}

function* visit(command: Command, path: string): Generator<Level> {
  const help = command.createHelp()
  yield {
    path,
    commands: help
      .visibleCommands(command)
      .map((one) => ({ text: one.name(), description: one.description() })),
    options: help.visibleOptions(command).map((option) => ({
      text: option.long ?? option.short ?? '',
      description: option.description,
      value: option.required || option.optional ? takenBy(option) : undefined,
    })),
    argument: command.registeredArguments.map(takenBy).find(({ kind }) => kind !== 'any'),
  }
  for (const one of command.commands) yield* visit(one, `${path} ${one.name()}`)
}

function takenBy(taker: Option | Argument): Value {
  if (taker.argChoices) return { kind: 'words', words: taker.argChoices }
  const name = 'flags' in taker ? taker.flags : taker.name()
  return /files?\b/.test(name) ? { kind: 'files' } : { kind: 'any' }
}
