// What can be asked of an H02 unit. Source: H02 protocol V1.0.5; the time of the order is added when it is sent.
import type { TypedCommand } from '../protocol.types.ts'

const MAX_SECONDS = 65_535

/** Some units obey the first relay alone, and pass over the rest without a word. */
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
