import { Argument, Command } from 'commander'
import { bashScript } from '../completing/bash.ts'
import { fishScript } from '../completing/fish.ts'
import { placesOf } from '../completing/tree.ts'
import { zshScript } from '../completing/zsh.ts'
import type { Printing } from '../output.ts'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function completionCommand(): Command {
  return new Command('completion')
    .description(
      'print what makes a shell complete these commands; load it by: source <(rastro completion bash)',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(shells)))
    .option('--json', 'print the words it is made of as JSON')
    .action((shell: keyof typeof shells, { json }: Printing, command: Command) => {
      const program = command.parent ?? command
      const places = placesOf(program)
      process.stdout.write(json ? `${JSON.stringify(places)}\n` : shells[shell](program.name(), places))
    })
}
