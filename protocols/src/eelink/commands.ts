// Commands of Eelink. From an open implementation.
import type { TypedCommand } from '../protocol.types.ts'

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'WHERE#'
    case 'interval':
      return undefined
    case 'output':
      return command.output === 1 ? `RELAY,${command.on ? 1 : 0}#` : undefined
    case 'reboot':
      return 'RESET#'
  }
}
