import { expect, test } from 'vitest'
import { commandText } from './commands.ts'

test.each([
  [{ type: 'position' }, 'B'],
  [{ type: 'interval', seconds: 5 }, 'C,05s'],
  [{ type: 'interval', seconds: 120 }, 'C,02m'],
  [{ type: 'interval', seconds: 90 }, undefined],
  [{ type: 'interval', seconds: 7_200 }, 'C,02h'],
  [{ type: 'interval', seconds: 400_000 }, undefined],
  [{ type: 'output', output: 1, on: true }, 'J'],
  [{ type: 'output', output: 1, on: false }, 'K'],
  [{ type: 'output', output: 2, on: true }, undefined],
  [{ type: 'reboot' }, undefined],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})
