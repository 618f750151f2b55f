// Generates the command reference as Markdown from the commands themselves.

import type { Command } from 'commander'

/** Options of every command, or of every API command, are described once above the reference. */
const ofAll = new Set(['--help', '--json', '--url', '--as', '--api-key-file'])

export function describeCommands(program: Command): string {
  const sections = [...groupsOf(program)].flatMap(([heading, commands]) => [
    `### ${heading.replace(/:$/, '')}`,
    ...commands.flatMap((one) => describe(one, program.name())),
  ])
  return sections.join('\n\n')
}

function groupsOf(program: Command): Map<string, Command[]> {
  const groups = new Map<string, Command[]>()
  for (const command of program.commands) {
    const heading = command.helpGroup() || 'Commands'
    groups.set(heading, [...(groups.get(heading) ?? []), command])
  }
  return groups
}

function describe(command: Command, path: string): string[] {
  const own = `${path} ${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((one) => describe(one, own))
  const help = command.createHelp()
  const options = help.visibleOptions(command).filter(({ long }) => !ofAll.has(long ?? ''))
  const named = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}…` : one.name()
    return one.required ? `<${name}>` : `[${name}]`
  })
  const lines = [
    ...command.registeredArguments.map((one) => item(help.argumentTerm(one), help.argumentDescription(one))),
    ...options.map((one) => item(help.optionTerm(one), help.optionDescription(one))),
  ]
  return [
    `#### \`${[own, ...named].join(' ')}\``,
    sentence(command.description()),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ]
}

function item(term: string, description: string): string {
  return `- \`${term}\`: ${description.replaceAll('<', '&lt;').replaceAll('|', '\\|')}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
