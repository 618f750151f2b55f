import { expect, test } from 'vitest'
import { commandText } from './commands.ts'

test.each([
  [{ type: 'position' }, '8201'],
  [{ type: 'interval', seconds: 30 }, '8103 0100000029040000001e'],
  [{ type: 'output', output: 1, on: true }, undefined],
  [{ type: 'reboot' }, '8105 04'],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})
