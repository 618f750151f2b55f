import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { buildSerializer } from './serialization.ts'
import { buildValidator } from './validation.ts'

const boat = () => Type.Object({ name: Type.String() }, { $id: 'Boat' })
const fleet = () => Type.Object({ boats: Type.Array(Type.Unsafe(Type.Ref('Boat'))) }, { $id: 'Fleet' })
const answer = () => Type.Object({ fleet: Type.Unsafe(Type.Ref('Fleet')) })

const route = (schema: object) => ({ method: 'GET', url: '/', httpStatus: '200', httpPart: 'body', schema })
const writerOf = (named: object, schema: object) => buildSerializer(named)(route(schema))

test('fields that a schema does not name are dropped, also in referenced schemas', () => {
  const write = writerOf({ Boat: boat(), Fleet: fleet() }, answer())
  const value = { fleet: { boats: [{ name: 'Gaviota', secret: 1 }], secret: 2 }, secret: 3 }
  expect(write(value)).toBe('{"fleet":{"boats":[{"name":"Gaviota"}]}}')
})

test('equal schemas are compiled once', () => {
  const named = () => ({ Boat: boat(), Fleet: fleet() })
  expect(writerOf(named(), answer())).toBe(writerOf({ ...named(), Port: Type.String() }, answer()))
  expect(writerOf(named(), answer())).not.toBe(writerOf(named(), Type.Partial(answer())))
})

test('schemas with the same name and different contents are not mixed up', () => {
  const numbered = Type.Object({ number: Type.Integer() }, { $id: 'Boat' })
  const value = { fleet: { boats: [{ name: 'Gaviota', number: 7 }] } }
  expect(writerOf({ Boat: boat(), Fleet: fleet() }, answer())(value)).toContain('Gaviota')
  expect(writerOf({ Boat: numbered, Fleet: fleet() }, answer())(value)).toBe(
    '{"fleet":{"boats":[{"number":7}]}}',
  )

  const check = (named: object) =>
    buildValidator(named)(route(answer()))({ fleet: { boats: [{ name: 'x' }] } })
  expect(check({ Boat: boat(), Fleet: fleet() })).toHaveProperty('value')
  expect(check({ Boat: numbered, Fleet: fleet() })).toHaveProperty('error')
})
