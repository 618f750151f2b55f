// Commands of a TK103. From open implementations.
import type { TypedCommand } from '../protocol.types.ts'

const MAX_SECONDS = 0xffff

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'AP00'
    case 'interval': {
      const { seconds } = command
      // Four hexadecimal digits, without an end.
      return seconds <= MAX_SECONDS ? `AR00${hexOf(seconds)}0000` : undefined
    }
    case 'output':
      // One relay. On cuts the engine, which is 0 here.
      return command.output === 1 ? `AV01${Number(!command.on)}` : undefined
    case 'reboot':
      return 'AT00'
  }
}

function hexOf(seconds: number): string {
  return seconds.toString(16).toUpperCase().padStart(4, '0')
}
