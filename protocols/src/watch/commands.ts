// Commands of a watch. From an open implementation.
import type { TypedCommand } from '../protocol.types.ts'

const LEAST_SECONDS = 10
const MAX_SECONDS = 65_535

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'CR'
    case 'interval': {
      const { seconds } = command
      return seconds >= LEAST_SECONDS && seconds <= MAX_SECONDS ? `UPLOAD,${seconds}` : undefined
    }
    case 'output':
      return undefined
    case 'reboot':
      return 'RESET'
  }
}
