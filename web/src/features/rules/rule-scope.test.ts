import { expect, test } from 'vitest'
import { devicesOfRule, geofencesOfRule } from './rule-scope.ts'

const groups = [
  { id: 'grp_1', devices: ['dev_1', 'dev_2'] },
  { id: 'grp_2', devices: ['dev_2', 'dev_3'] },
]
const geofences = [{ id: 'geo_1' }, { id: 'geo_2' }]

test('a rule without a choice applies to all devices', () => {
  expect(devicesOfRule({ groups: [], devices: [] }, groups)).toBeUndefined()
})

test('a rule applies to each device of its groups once, and to its own devices', () => {
  expect(devicesOfRule({ groups: ['grp_1', 'grp_2'], devices: ['dev_9', 'dev_1'] }, groups)).toEqual([
    'dev_9',
    'dev_1',
    'dev_2',
    'dev_3',
  ])
})

test('an unknown group does not make a rule apply to everything', () => {
  expect(devicesOfRule({ groups: ['grp_gone'], devices: [] }, groups)).toEqual([])
})

test('a rule about areas uses the chosen geofences, or all', () => {
  expect(geofencesOfRule({ type: 'geofence', geofences: ['geo_2'] }, geofences)).toEqual([{ id: 'geo_2' }])
  expect(geofencesOfRule({ type: 'geofence', geofences: [] }, geofences)).toEqual(geofences)
  expect(geofencesOfRule({ type: 'speed', geofences: ['geo_2'] }, geofences)).toEqual([])
})
