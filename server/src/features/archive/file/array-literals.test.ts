import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { toArrayLiterals } from './array-literals.ts'
import { fromArrayLiterals } from './columns-from-postgres.ts'
import type { PlainRow } from './testing/arbitrary-rows.ts'
import { arbitraryRows, makeDevice, toColumns, toPlain } from './testing/arbitrary-rows.ts'

const runs = { numRuns: isFullLane ? 5_000 : 300, seed: laneSeed }
const [row] = makeDevice(7, 1) as [PlainRow]

test('any rows become literals and rows again', () => {
  fc.assert(
    fc.property(arbitraryRows, (rows) => {
      expect(toPlain(fromArrayLiterals(toArrayLiterals(toColumns(rows))))).toEqual(rows)
    }),
    runs,
  )
})

test('literals as PostgreSQL reads them', () => {
  const texts = [null, '{"a": "\\"b\\\\"}', 'NULL', '', 'a\nb']
  const rows = texts.map((more, index) => ({ ...row, fixedAtMs: -index, satellites: index || null, more }))
  expect(toArrayLiterals(toColumns(rows))).toMatchObject({
    count: 5,
    fixedAtMs: '{0,-1,-2,-3,-4}',
    satellites: '{NULL,1,2,3,4}',
    altitudeM: '{NULL,NULL,NULL,NULL,NULL}',
    more: '{NULL,"{\\"a\\": \\"\\\\\\"b\\\\\\\\\\"}","NULL","","a\nb"}',
  })
})

test('literals as PostgreSQL prints them', () => {
  const literals = { ...toArrayLiterals(toColumns([row, row, row])), satellites: '{-1,NULL,32767}' }
  const more = '{true,NULL,"{\\"a b\\": \\"\\\\\\\\\\"}"}'
  const rows = toPlain(fromArrayLiterals({ ...literals, more }))
  expect(rows.map((one) => one.satellites)).toEqual([-1, null, 32_767])
  expect(rows.map((one) => one.more)).toEqual(['true', null, '{"a b": "\\\\"}'])
})

test.each([
  { fingerprint: '{1,2}' },
  { fingerprint: '{}' },
  { fingerprint: '{1,2,3,4}' },
  { fingerprint: '{1,NULL,3}' },
  { fingerprint: '{1,,3}' },
  { fingerprint: '{1;2;3}' },
  { fingerprint: '{1,2,3' },
  { fingerprint: '[1,2,3}' },
  { fixedAtMs: '{1.5,2,3}' },
  { fixedAtMs: '{1e+15,2,3}' },
  { more: '{NULL,NULL}' },
  { more: '{NULL,NULL,NULL,NULL}' },
  { more: '{NULL,NULL,"a}' },
  { more: '{NULL,NULL,' },
  { more: '{NULL,,NULL}' },
])('refuses another literal: %j', (wrong) => {
  const literals = toArrayLiterals(toColumns([row, row, row]))
  expect(() => fromArrayLiterals({ ...literals, ...wrong })).toThrow('another array')
})
