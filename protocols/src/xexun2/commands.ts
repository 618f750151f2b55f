// Commands of Xexun. From an open implementation.
import type { TypedCommand } from '../protocol.types.ts'

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'interval':
      return `tracking_send=${command.seconds},${command.seconds}`
    case 'reboot':
      return 'reset'
    case 'position':
    case 'output':
      return undefined
  }
}
