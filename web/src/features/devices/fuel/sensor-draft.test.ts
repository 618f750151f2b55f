import { expect, test } from 'vitest'
import { draftOf, formOf, newForm } from './sensor-draft.ts'

const whole = { ...newForm('Tank'), tankLitres: 80 }

test('a new sensor needs the volume of the tank', () => {
  expect(draftOf(newForm('Tank'))).toBeUndefined()
  expect(draftOf(whole)).toEqual({
    ...{ name: 'Tank', source: 'fuel', attribute: null, tankLitres: 80, calibration: null },
    ...{ minFillLitres: 5, minDrainLitres: 5, idleLitresPerHour: 2, litresPer100Km: null },
  })
})

test('an attribute needs its name', () => {
  expect(draftOf({ ...whole, source: 'attribute' })).toBeUndefined()
  expect(draftOf({ ...whole, source: 'attribute', attribute: ' adc1 ' })?.attribute).toBe('adc1')
  expect(draftOf({ ...whole, attribute: 'adc1' })?.attribute).toBeNull()
})

test('a table has two pairs at least, and no half ones', () => {
  const withPairs = (pairs: (typeof whole)['pairs']) => draftOf({ ...whole, hasTable: true, pairs })
  expect(withPairs([[0, 0]])).toBeUndefined()
  expect(
    withPairs([
      [0, 0],
      [100, ''],
    ]),
  ).toBeUndefined()
  expect(
    withPairs([
      [0, 0],
      ['', ''],
      [100, 80],
    ])?.calibration,
  ).toEqual([
    [0, 0],
    [100, 80],
  ])
})

test('what is stored comes back as it is', () => {
  const sensor = {
    ...draftOf({
      ...whole,
      hasTable: true,
      pairs: [
        [4_800, 0],
        [500, 80],
      ],
    })!,
    ...{ id: 'fse_1', deviceId: 'dev_1', lastLevel: null, createdAt: '', modifiedAt: '' },
  }
  const { id: _, deviceId: __, lastLevel: ___, createdAt: ____, modifiedAt: _____, ...draft } = sensor
  expect(draftOf(formOf(sensor))).toEqual(draft)
})
