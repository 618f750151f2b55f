// Commands of a Meitrack. Source: Meitrack GPRS protocol.
import type { TypedCommand } from '../protocol.types.ts'

const OUTPUTS = 5
const MAX_TENS = 65_535
const UNCHANGED = '2'

export function commandText(command: TypedCommand): string | undefined {
  switch (command.type) {
    case 'position':
      return 'A10'
    case 'interval': {
      const tens = command.seconds / 10
      return Number.isInteger(tens) && tens <= MAX_TENS ? `A12,${tens}` : undefined
    }
    case 'output': {
      const { output, on } = command
      if (output > OUTPUTS) return undefined
      const before = UNCHANGED.repeat(output - 1)
      // At any speed.
      return `C01,0,${before}${Number(on)}${UNCHANGED.repeat(OUTPUTS - output)}`
    }
    case 'reboot':
      return undefined
  }
}
