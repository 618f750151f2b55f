import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { PatchBody } from './patch.ts'
import { buildValidator, faultsOf } from './validation.ts'

const role = Type.Union([Type.Literal('administrator'), Type.Literal('standard')])
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const Body = Type.Object(
  {
    role: Type.Optional(role),
    state: Type.Optional(orNull(role)),
    note: Type.Optional(orNull(Type.String({ maxLength: 5 }))),
    until: Type.Optional(orNull(Type.String({ format: 'date' }))),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Number(), Type.String({ maxLength: 3 }), Type.Boolean()])),
    ),
    shape: Type.Optional(
      Type.Union([
        Type.Object({ type: Type.Literal('circle'), radius: Type.Number() }),
        Type.Object({ type: Type.Literal('line'), length: Type.Number() }),
      ]),
    ),
  },
  { additionalProperties: false },
)
const messagesOf = (schema: TSchema, value: unknown) =>
  faultsOf(schema, value).map(({ path, message }) => `${path} ${message}`.trim())

test.each([
  [{ role: 'king' }, ['role must be one of administrator, standard']],
  [{ state: 'king' }, ['state must be one of administrator, standard, null']],
  [{ note: 'too long' }, ['note must not have more than 5 characters']],
  [{ note: 5 }, ['note must be text or null']],
  [{ until: 'tomorrow' }, ['until must be a date, like 2026-11-15']],
  [
    { values: { a: 'long', b: [] } },
    ['values.a must not have more than 3 characters', 'values.b must be a number, text or a boolean'],
  ],
  [{ shape: { type: 'circle' } }, ['shape.radius is required']],
  [{ shape: { type: 'star' } }, ['shape.type must be one of circle, line']],
  [{ shape: 5 }, ['shape must be an object']],
  [{ colour: 1, note: 5 }, ['colour is not a known field', 'note must be text or null']],
])('%j: one message per fault, with the allowed values', (value, messages) => {
  expect(messagesOf(Body, value)).toEqual(messages)
})

test.each([
  [[{ op: 'replace', path: '/name' }], ['0.value is required']],
  [
    [
      { op: 'test', path: '/a', value: 1 },
      { op: 'rename', path: '/a' },
    ],
    ['1.op must be one of add, remove, replace, move, copy, test'],
  ],
  [[{ op: 'remove' }], ['0.path is required']],
  [[5], ['0 must be an object']],
  [5, ['must be a list or an object']],
])('the patch %j gets one message for its fault', (patch, messages) => {
  expect(messagesOf(PatchBody, patch)).toEqual(messages)
})

test('a query has parameters, and a hint where + was not encoded', () => {
  const schema = Type.Object(
    { from: Type.Optional(Type.String({ format: 'date-time' })) },
    { additionalProperties: false },
  )
  const validate = buildValidator({})({ schema, httpPart: 'querystring', method: 'GET', url: '/' })
  const details = (query: object) =>
    (validate(query) as unknown as { error: { details: object[] } }).error.details
  expect(details({ form: '1' })).toEqual([{ path: 'form', message: 'is not a known parameter' }])
  expect(details({ from: '2026-11-15T08:30:00 01:00' })).toEqual([
    {
      path: 'from',
      message: 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z; write + as %2B in a URL',
    },
  ])
})

test('a patch with thousands of faults costs a bounded number of messages', () => {
  const patch = Array.from({ length: 1_000 }, () => ({ op: 'rename' }))
  expect(faultsOf(PatchBody, patch).length).toBeLessThanOrEqual(50)
})
