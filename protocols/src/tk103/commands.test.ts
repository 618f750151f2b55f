import { expect, test } from 'vitest'
import { commandText } from './commands.ts'

test.each([
  [{ type: 'position' }, 'AP00'],
  [{ type: 'interval', seconds: 30 }, 'AR00001E0000'],
  [{ type: 'interval', seconds: 100_000 }, undefined],
  [{ type: 'output', output: 1, on: true }, 'AV010'],
  [{ type: 'output', output: 1, on: false }, 'AV011'],
  [{ type: 'output', output: 2, on: true }, undefined],
  [{ type: 'reboot' }, 'AT00'],
] as const)('%o is encoded as %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})
