import { expect, test } from 'vitest'
import { abilitiesOf, commandTypes } from './what-trackers-can.ts'

test('a tracker that does not say what it speaks is offered everything', () => {
  expect(abilitiesOf(null, null)).toEqual({ types: commandTypes, outputs: 8 })
})

test('a Teltonika is asked for an interval only where its family is known', () => {
  expect(abilitiesOf('teltonika', 'FMB920').types).toContain('interval')
  expect(abilitiesOf('teltonika', null).types).not.toContain('interval')
  expect(abilitiesOf('teltonika', 'TAT100').types).toEqual(['position', 'output', 'reboot', 'raw'])
})

test('a phone and a satellite take no commands', () => {
  expect(abilitiesOf('osmand', null).types).toEqual([])
  expect(abilitiesOf('iridium-directip', null).types).toEqual([])
})
