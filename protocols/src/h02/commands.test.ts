import { expect, test } from 'vitest'
import { commandText } from './commands.ts'

test.each([
  [{ type: 'position' }, 'CR'],
  [{ type: 'interval', seconds: 20 }, 'S71,22,20'],
  [{ type: 'interval', seconds: 100_000 }, undefined],
  [{ type: 'output', output: 1, on: true }, 'S20,1,1'],
  [{ type: 'output', output: 1, on: false }, 'S20,1,0'],
  [{ type: 'output', output: 2, on: true }, undefined],
  [{ type: 'reboot' }, undefined],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})
