import { describe, expect, it } from 'vitest'
import { matchPasted, parsePasted } from './pasted.ts'

const devices = [
  { id: 'dev_1', name: 'Van', identifier: '356307042441013' },
  { id: 'dev_2', name: 'Truck', identifier: 'ABC-7' },
  { id: 'dev_3', name: 'Boat', identifier: null },
  { id: 'dev_4', name: 'Boat', identifier: '0-1234567' },
]

describe('a pasted list of devices', () => {
  it('has one device per line or cell, without duplicates', () => {
    expect(parsePasted('356307042441013\r\nABC-7; Old van,\tABC-7\n\n')).toEqual([
      '356307042441013',
      'ABC-7',
      'Old van',
    ])
  })

  it('matches identifiers, ids and names, ignoring case', () => {
    expect(matchPasted(['abc-7', 'DEV_3', 'van'], devices, new Set())).toMatchObject({
      found: ['dev_2', 'dev_3', 'dev_1'],
      unknown: [],
    })
  })

  it('lists what is in the group already and what is unknown', () => {
    expect(matchPasted(['ABC-7', 'Van', '999'], devices, new Set(['dev_2']))).toEqual({
      found: ['dev_1'],
      already: 1,
      unknown: ['999'],
      ambiguous: [],
    })
  })

  it('adds no device with an ambiguous name', () => {
    expect(matchPasted(['Boat'], devices, new Set())).toMatchObject({ found: [], ambiguous: ['Boat'] })
  })

  it('adds a device once, however it is named', () => {
    expect(matchPasted(['Van', '356307042441013'], devices, new Set()).found).toEqual(['dev_1'])
  })
})
