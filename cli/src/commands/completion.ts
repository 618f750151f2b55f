import { Argument, Command } from 'commander'
import { bashScript } from '../completing/bash.ts'
import { fishScript } from '../completing/fish.ts'
import { levelsOf } from '../completing/levels.ts'
import { zshScript } from '../completing/zsh.ts'
import type { Printing } from '../output.ts'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a shell completion script; load it with: source <(rastro completion bash)')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(Object.keys(shells)))
    .option('--json', 'print the completions as JSON')
    .action((shell: keyof typeof shells, { json }: Printing, command: Command) => {
      const program = command.parent ?? command
      const levels = levelsOf(program)
      process.stdout.write(json ? `${JSON.stringify(levels)}\n` : shells[shell](program.name(), levels))
    })
}
