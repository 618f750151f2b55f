import { expect, test } from 'vitest'
import type { TypedCommand } from '../protocol.types.ts'
import { gt06 } from './gt06.ts'

test.each<[TypedCommand, string | undefined]>([
  [{ type: 'position' }, 'WHERE#'],
  [{ type: 'interval', seconds: 30 }, 'TIMER,30,30#'],
  [{ type: 'interval', seconds: 4 }, undefined],
  [{ type: 'interval', seconds: 18_001 }, undefined],
  [{ type: 'output', output: 1, on: true }, 'RELAY,1#'],
  [{ type: 'output', output: 1, on: false }, 'RELAY,0#'],
  [{ type: 'output', output: 2, on: true }, undefined],
  [{ type: 'reboot' }, 'RESET#'],
])('%o is encoded as %s', (command, text) => {
  expect(gt06.encode.commandText!(command, {})).toBe(text)
})
