// Commands of a Teltonika, in the syntax of its SMS commands. Source: Teltonika wiki, "SMS/GPRS commands" and the
// parameter lists.
import type { DeviceSettings, TypedCommand } from '../protocol.types.ts'
import { familyOf } from './families.ts'

const MAX_OUTPUTS = 4
const MAX_SECONDS = 2_592_000

export function commandText(command: TypedCommand, { model }: DeviceSettings): string | undefined {
  switch (command.type) {
    case 'position':
      return 'getgps'
    case 'interval':
      return intervalText(command.seconds, model)
    case 'output': {
      const { output, on } = command
      // A digit for each output; the ones before it stay unchanged.
      return output <= MAX_OUTPUTS ? `setdigout ${'?'.repeat(output - 1)}${Number(on)}` : undefined
    }
    case 'reboot':
      return 'cpureset'
  }
}

/**
 * While moving: intervals of recording and of sending; at home, roaming, and in an unknown network. Other families
 * number their parameters differently, and a wrong number would change something else.
 */
function intervalText(seconds: number, model: string | undefined): string | undefined {
  const isKnown = familyOf(model) === 'vehicle' && /^FM[BCMU]/i.test(model ?? '')
  if (!isKnown || seconds > MAX_SECONDS) return undefined
  const parameters = [10_050, 10_150, 10_250].flatMap((minPeriod) => [minPeriod, minPeriod + 5])
  return `setparam ${parameters.map((id) => `${id}:${seconds}`).join(';')}`
}
