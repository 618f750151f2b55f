import { expect, test } from 'vitest'
import type { TypedCommand } from '../protocol.types.ts'
import { teltonika } from './teltonika.ts'

const everyMinute = 'setparam 10050:60;10055:60;10150:60;10155:60;10250:60;10255:60'

test.each<[TypedCommand, string | undefined, string | undefined]>([
  [{ type: 'position' }, undefined, 'getgps'],
  [{ type: 'interval', seconds: 60 }, 'FMB920', everyMinute],
  [{ type: 'interval', seconds: 60 }, 'fmc130', everyMinute],
  [{ type: 'interval', seconds: 60 }, 'FMC640', undefined],
  [{ type: 'interval', seconds: 60 }, 'FMA110', undefined],
  [{ type: 'interval', seconds: 60 }, 'TMT250', undefined],
  [{ type: 'interval', seconds: 60 }, undefined, undefined],
  [{ type: 'output', output: 1, on: true }, undefined, 'setdigout 1'],
  [{ type: 'output', output: 1, on: false }, undefined, 'setdigout 0'],
  [{ type: 'output', output: 3, on: true }, undefined, 'setdigout ??1'],
  [{ type: 'output', output: 5, on: true }, undefined, undefined],
  [{ type: 'reboot' }, undefined, 'cpureset'],
])('%o for the model %s is encoded as %s', (command, model, text) => {
  expect(teltonika.encode.commandText!(command, model ? { model } : {})).toBe(text)
})
