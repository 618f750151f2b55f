import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mergePatchOf } from './merge-patch-schema.ts'
import type { OpenApi } from './openapi.types.ts'
import { openApiTags } from './openapi-tags.ts'

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as OpenApi & { servers: object[] }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
const namesOf = (id: string) => {
  const { parameters = [] } = operations.find(({ operationId }) => operationId === id)!
  return parameters.flatMap(
    ({ $ref }) =>
      String($ref ?? '')
        .split('/')
        .pop() || [],
  )
}

test('the server is the one that serves the document, under whatever name', () => {
  expect(document.servers).toEqual([{ url: '/' }])
})

test('every operation has a description, declared tags, and statuses instead of ranges', () => {
  const names = openApiTags.map(({ name }) => name)
  const wrong = operations.filter(({ responses, description, tags = [] }) => {
    const isRange = Object.keys(responses).some((status) => !/^\d{3}$/.test(status))
    return !description || isRange || tags.some((tag) => !names.includes(tag))
  })
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

test('the request headers of an operation are described', () => {
  expect(namesOf('createDevice')).toEqual(['IdempotencyKey'])
  expect(namesOf('getDevice')).toEqual(['IfNoneMatch'])
  expect(namesOf('patchDevice')).toEqual(['IfMatch'])
  expect(namesOf('readOrReportLocations')).toEqual(['IdempotencyKey', 'Prefer'])
})

test('a patch has its three media types, and a track its five', () => {
  const typesOf = (content: object | undefined) => Object.keys(content ?? {}).sort()
  const find = (id: string) => operations.find(({ operationId }) => operationId === id)!
  expect(typesOf(find('patchGroup').requestBody?.content)).toEqual([
    'application/json',
    'application/json-patch+json',
    'application/merge-patch+json',
  ])
  expect(typesOf(find('listLocations').responses[200]?.content)).toEqual([
    'application/geo+json',
    'application/gpx+xml',
    'application/json',
    'application/vnd.google-earth.kml+xml',
    'text/csv',
  ])
})

/** Every property and query parameter, with the schema it has. */
function* namedSchemas(node: unknown): Generator<[string, object]> {
  if (node === null || typeof node !== 'object') return
  const { properties, name, schema } = node as { properties?: object; name?: unknown; schema?: object }
  if (typeof properties === 'object') yield* Object.entries(properties)
  if (typeof name === 'string' && schema) yield [name, schema]
  for (const inner of Object.values(node)) yield* namedSchemas(inner)
}

test('an instant ends in At, and what a record is has the name type', () => {
  // Names of the specification, of Standard Webhooks and of periods; and the limits of a state in time.
  // And the instant that a question is about.
  const others = /^(at|expires|dateTime|deviceTime|timestamp|from|to|after|updatedSince|\w+(Since|Until))$/
  const isInstant = (schema: object) =>
    /^\{[^{]*"format":"date-time"|^\{"anyOf":\[\{[^{]*"format":"date-time"/.test(JSON.stringify(schema))
  const wrong = [...namedSchemas(document)].filter(
    ([name, schema]) => name === 'kind' || (isInstant(schema) && !name.endsWith('At') && !others.test(name)),
  )
  expect([...new Set(wrong.map(([name]) => name))]).toEqual([])
})

test('resources and bodies have names', () => {
  const group = operations.find(({ operationId }) => operationId === 'getGroup')!
  expect(group.responses[200]?.content?.['application/json']?.schema).toEqual({
    allOf: [{ $ref: '#/components/schemas/Envelope' }, { $ref: '#/components/schemas/Group' }],
  })
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['User', 'AlertRule', 'UserInput', 'AlertRulePatch', 'ErrorCode']),
  )
})

describe('a merge patch', () => {
  const text = { type: 'string' }
  test('has every member optional, and null for those that can be removed', () => {
    const document = { type: 'object', properties: { name: text, note: text }, required: ['name'] }
    expect(mergePatchOf(document)).toEqual({
      type: 'object',
      properties: { name: text, note: { anyOf: [text, { type: 'null' }] } },
      additionalProperties: false,
    })
  })

  test('is partial inside objects too', () => {
    const inner = { type: 'object', properties: { a: text }, required: ['a'] }
    const document = { type: 'object', properties: { inner }, required: ['inner'] }
    expect(mergePatchOf(document).properties).toEqual({
      inner: { type: 'object', properties: { a: text }, additionalProperties: false },
    })
  })
})
