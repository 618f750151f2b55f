// What can be typed after what, read from the commands themselves.

import type { Argument, Command, Option } from 'commander'

export interface Word {
  text: string
  description: string
}

/** What stands behind an option that takes a value, or is an argument. */
export type Value = { kind: 'words'; words: readonly string[] } | { kind: 'files' } | { kind: 'any' }

export interface Place {
  /** The words that lead here, each with a blank before it: ` device list`. Empty at the beginning. */
  path: string
  commands: Word[]
  options: (Word & { value: Value | undefined })[]
  argument: Value | undefined
}

export function placesOf(program: Command): Place[] {
  return [...walk(program, '')]
}

function* walk(command: Command, path: string): Generator<Place> {
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
  for (const one of command.commands) yield* walk(one, `${path} ${one.name()}`)
}

function takenBy(taker: Option | Argument): Value {
  if (taker.argChoices) return { kind: 'words', words: taker.argChoices }
  const name = 'flags' in taker ? taker.flags : taker.name()
  return /files?\b/.test(name) ? { kind: 'files' } : { kind: 'any' }
}
