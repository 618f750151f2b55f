import { describe, expect, test } from 'vitest'
import type { Mapping } from './mapping.types.ts'
import { checkMapping, compileMapping, evaluateMapping } from './mapping-evaluation.ts'
import { mappingTemplates } from './mapping-templates.ts'

const simple: Mapping = { identifier: 'item.id', latitude: 'item.lat', longitude: 'item.lon' }

function evaluate(mapping: Mapping, payload: unknown, { query = {}, topic = '', isForm = false } = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return evaluateMapping(compileMapping(mapping), { body, query, topic, isForm })
}

/** The only fault of an expression for the speed. */
function faultOf(speed: string, item: object = {}): unknown {
  const { locations, faults } = evaluate({ ...simple, speed }, { id: 'a', ...item })
  expect([locations.length, faults.length]).toEqual([0, 1])
  return faults[0]
}

function speedOf(speed: string, item: object = {}): unknown {
  const { locations, faults } = evaluate({ ...simple, speed }, { id: 'a', ...item })
  expect(faults).toEqual([])
  return locations[0]?.speed
}

describe('templates', () => {
  test.each(mappingTemplates)('$name reads its example', ({ name, mapping, payload }) => {
    expect(checkMapping(mapping)).toEqual([])
    const { locations, faults } = evaluate(mapping, payload)
    expect([name, faults]).toEqual([name, []])
    expect(locations).toHaveLength(1)
    expect(locations[0]).toMatchObject({ latitude: -23.55052, longitude: -46.633308 })
    expect(locations[0]!.dateTime).toMatch(/^2026-05-04T10:20:3/)
  })

  test('there are at least six', () => expect(mappingTemplates.length).toBeGreaterThanOrEqual(6))
})

test('all values of a location', () => {
  const [template] = mappingTemplates.filter(({ name }) => name === 'flespi')
  expect(evaluate(template!.mapping, template!.payload).locations).toEqual([
    {
      identifier: '860000000000025',
      dateTime: '2026-05-04T10:20:30.000Z',
      latitude: -23.55052,
      longitude: -46.633308,
      valid: true,
      altitude: 760,
      speed: 15,
      course: 123,
      satellites: 12,
      powerVoltage: 12.593,
      ignition: true,
    },
  ])
})

describe('items', () => {
  test('are the elements of a list, or the body itself', () => {
    const item = { id: 'a', lat: 1, lon: 2 }
    expect(
      evaluate(simple, [item, { ...item, id: 'b' }]).locations.map(({ identifier }) => identifier),
    ).toEqual(['a', 'b'])
    expect(evaluate(simple, item).locations).toHaveLength(1)
  })

  test('one that cannot be read does not block the others', () => {
    const { locations, faults } = evaluate(simple, [
      { id: 'a', lat: 1, lon: 2 },
      { lat: 1, lon: 2 },
      { id: 'c', lat: 91, lon: 2 },
    ])
    expect(locations).toHaveLength(1)
    expect(faults).toEqual([
      { item: 1, field: 'identifier', message: 'No such key: id', start: 5, end: 7 },
      { item: 2, field: 'latitude', message: '91 is not between -90 and 90.' },
    ])
  })

  test('are at most 1,000', () => {
    const { faults } = evaluate(
      simple,
      Array.from({ length: 1_001 }, () => ({ id: 'a' })),
    )
    expect(faults).toEqual([{ field: 'items', message: 'At most 1000 items; these are 1001.' }])
  })

  test('must be a list', () => {
    expect(evaluate({ ...simple, items: 'body.id' }, { id: 'a' }).faults).toEqual([
      { field: 'items', message: 'This is not a list.' },
    ])
  })
})

describe('values', () => {
  test('a missing one is unknown', () => {
    expect(evaluate(simple, { id: 'a' }).locations).toEqual([{ identifier: 'a' }])
    expect(
      evaluate({ ...simple, speed: 'item.gps.speed' }, { id: 'a', lat: null, lon: null }).faults,
    ).toEqual([])
  })

  test('exactly 0,0 is no location', () => {
    expect(evaluate(simple, { id: 'a', lat: 0, lon: 0 }).locations).toEqual([{ identifier: 'a' }])
  })

  test.each<[string, object, number]>([
    ['item.v', { v: 5 }, 5],
    ['item.v', { v: '5.5' }, 5.5],
    ['item.v * 2', { v: 5 }, 10],
    ['item.v / 2 + 1', { v: 5 }, 3.5],
    ['2 * item.v', { v: 5 }, 10],
    ['kmh(item.v)', { v: 36 }, 10],
    ['kmh(item.v)', { v: '36' }, 10],
    ['knots(36) + mph(0)', {}, 18.52],
    ['item.v > 3 ? item.v : null', { v: 5 }, 5],
    ['degreesMinutes(item.v, "N")', { v: '2333.0312' }, 23.550_52],
    ['number(item.v) + 1', { v: '5' }, 6],
    ['item.list.filter(x, x.k == "s").map(x, x.v)[0]', { list: [{ k: 's', v: 7 }] }, 7],
  ])('%s', (expression, item, value) => {
    expect(speedOf(expression, item)).toBeCloseTo(value, 9)
  })

  test('the query and a form can be read', () => {
    const mapping = { ...simple, identifier: 'query.imei' }
    expect(evaluate(mapping, 'lat=1&lon=2', { query: { imei: 'q' }, isForm: true }).locations).toEqual([
      { identifier: 'q', latitude: 1, longitude: 2 },
    ])
  })

  test('alarms by their names, and attributes', () => {
    const mapping = { ...simple, alerts: 'item.alarm', attributes: { door: 'item.door', note: 'item.note' } }
    expect(evaluate(mapping, { id: 'a', alarm: 'sos,lowBattery', door: true }).locations).toEqual([
      { identifier: 'a', alerts: ['sos', 'lowBattery'], attributes: { door: true } },
    ])
    expect(evaluate(mapping, { id: 'a', alarm: 'panic' }).faults).toEqual([
      { item: 0, field: 'alerts', message: '"panic" contains an unknown alarm, "panic".' },
    ])
  })
})

describe('faults name the field and the place', () => {
  test('of a value that is something else', () => {
    expect(faultOf('item.v', { v: 'fast' })).toEqual({
      item: 0,
      field: 'speed',
      message: '"fast" is not a number.',
    })
    expect(faultOf('kmh(item.v)', { v: 'fast' })).toMatchObject({
      message: expect.stringContaining('not a number'),
    })
    expect(faultOf('item.v', { v: -1 })).toMatchObject({ message: '-1 is not between 0 and 900.' })
  })

  test('of the payload', () => {
    expect(evaluate(simple, 'hello').faults).toMatchObject([{ field: 'payload' }])
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    expect(evaluate(simple, deep).faults).toMatchObject([{ field: 'payload' }])
  })

  test.each([
    ['item.', 'Expected IDENTIFIER'],
    ['nothing(item)', 'nothing'],
    ['item.v.matches("(a+)+$")', 'No such function: matches'],
    ['bytes(item.v)', 'No such function: bytes'],
    ['[1].map(a, [1].map(b, [1].map(c, c)))', 'At most 2 lists within each other'],
    [`${'1+'.repeat(300)}1`, 'Exceeded max'],
  ])('of an expression: %s', (speed, message) => {
    expect(checkMapping({ ...simple, speed })).toMatchObject([
      { field: 'speed', message: expect.stringContaining(message) },
    ])
  })
})

test.each([
  'item.constructor',
  'item.__proto__',
  'item.toString',
  '"".constructor',
  'item.id.length',
  'process',
  'globalThis',
])('nothing but the payload can be reached: %s', (expression) => {
  const { locations } = evaluate({ ...simple, attributes: { found: expression } }, { id: 'a' })
  expect(locations[0]?.attributes).toBe(undefined)
})
