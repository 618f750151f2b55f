// Commands of a GT06, in the syntax of its SMS commands. Source: Concox and Jimi command lists.
import type { TypedCommand } from '../protocol.types.ts'

const LEAST_SECONDS = 5
const MAX_SECONDS = 18_000

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'WHERE#'
    case 'interval': {
      const { seconds } = command
      if (seconds < LEAST_SECONDS || seconds > MAX_SECONDS) return undefined
      // With the ignition on, and off.
      return `TIMER,${seconds},${seconds}#`
    }
    case 'output':
      // One relay. On cuts the fuel; many units wait until the vehicle is slow.
      return command.output === 1 ? `RELAY,${Number(command.on)}#` : undefined
    case 'reboot':
      return 'RESET#'
  }
}
