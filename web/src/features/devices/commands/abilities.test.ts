import { commandTypes } from '@rastro/client/constants'
import { expect, test } from 'vitest'
import { abilitiesOf } from './abilities.ts'

test('an unknown protocol offers every command', () => {
  expect(abilitiesOf(null, null)).toEqual({ types: commandTypes, outputs: 8 })
})

test('a Teltonika offers an interval only for a known family', () => {
  expect(abilitiesOf('teltonika', 'FMB920').types).toContain('interval')
  expect(abilitiesOf('teltonika', null).types).not.toContain('interval')
  expect(abilitiesOf('teltonika', 'TAT100').types).toEqual(['position', 'output', 'reboot', 'raw'])
})

test('phones and satellite trackers accept no commands', () => {
  expect(abilitiesOf('osmand', null).types).toEqual([])
  expect(abilitiesOf('iridium-directip', null).types).toEqual([])
})
