// Commands of an H02 unit. Source: H02 protocol V1.0.5; the time is added when the command is sent.
import type { TypedCommand } from '../protocol.types.ts'

const MAX_SECONDS = 65_535

/** Some units support the first relay only, and silently ignore the rest. */
export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'CR'
    case 'interval':
      return command.seconds <= MAX_SECONDS ? `S71,22,${command.seconds}` : undefined
    case 'output':
      // One relay. On cuts the fuel.
      return command.output === 1 ? `S20,1,${Number(command.on)}` : undefined
    case 'reboot':
      return undefined
  }
}
