import { describe, expect, test } from 'vitest'
import { kinds } from './kinds.ts'
import { brands, findModels } from './models.ts'

test('every brand has a protocol that can be chosen, and no model twice', () => {
  const protocols = new Set(kinds.map(({ protocol }) => protocol))
  for (const { protocol, brand, named, reported } of brands) {
    const models = [...named, ...reported]
    expect([brand, protocols.has(protocol)]).toEqual([brand, true])
    expect([brand, new Set(models).size]).toEqual([brand, models.length])
  }
})

describe('a tracker is found', () => {
  test.each([
    ['fmb920', { protocol: 'teltonika', brand: 'Teltonika', model: 'FMB920', isReported: true }],
    ['Teltonika FMB 920', { protocol: 'teltonika', brand: 'Teltonika', model: 'FMB920', isReported: true }],
    ['ST901', { protocol: 'h02', brand: 'SinoTrack', model: 'ST-901', isReported: true }],
    ['jm-vl03', { protocol: 'gt06', brand: 'Jimi IoT', model: 'JM-VL03', isReported: false }],
    ['vl03', { protocol: 'gt06', brand: 'Jimi IoT', model: 'JM-VL03', isReported: false }],
    [
      'inreach mini 2',
      { protocol: 'garmin-ipc-outbound', brand: 'Garmin', model: 'inReach Mini 2', isReported: true },
    ],
    ['concox', { protocol: 'gt06', brand: 'Concox', isReported: false }],
  ])('by %j', (words, first) => {
    expect(findModels(words)[0]).toEqual(first)
  })

  test('with the exact model first, then those that begin with it', () => {
    const [first, second] = findModels('GT06')
    expect([first?.model, second?.model]).toEqual(['GT06', 'GT06E'])
  })

  test('not by nothing, by other words, or by part of the words', () => {
    expect(findModels('  ')).toEqual([])
    expect(findModels('zebra')).toEqual([])
    expect(findModels('teltonika zebra')).toEqual([])
  })

  test('in a short list', () => {
    expect(findModels('fm')).toHaveLength(12)
  })
})
