// Commands of a GPS103. Source: fragments of Coban's protocol text.
import type { TypedCommand } from '../protocol.types.ts'

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'B'
    case 'interval': {
      const interval = intervalOf(command.seconds)
      return interval && `C,${interval}`
    }
    case 'output':
      // One relay. On stops the engine.
      if (command.output !== 1) return undefined
      return command.on ? 'J' : 'K'
    case 'reboot':
      return undefined
  }
}

/** Two digits of seconds, minutes or hours; other intervals cannot be expressed. */
function intervalOf(seconds: number): string | undefined {
  if (seconds < 60) return `${twoDigits(seconds)}s`
  if (seconds < 3600) return seconds % 60 === 0 ? `${twoDigits(seconds / 60)}m` : undefined
  const hours = seconds / 3600
  return Number.isInteger(hours) && hours < 100 ? `${twoDigits(hours)}h` : undefined
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
