import { expect, test } from 'vitest'
import { commandText } from './commands.ts'

test.each([
  [{ type: 'position' }, 'A10'],
  [{ type: 'interval', seconds: 60 }, 'A12,6'],
  [{ type: 'interval', seconds: 65 }, undefined],
  [{ type: 'output', output: 1, on: true }, 'C01,0,12222'],
  [{ type: 'output', output: 5, on: false }, 'C01,0,22220'],
  [{ type: 'output', output: 6, on: true }, undefined],
  [{ type: 'reboot' }, undefined],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})
