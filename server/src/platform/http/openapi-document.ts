// Completes the OpenAPI document that Fastify derives from the routes: what follows from the rules of every route is
// stated here once, not in each route.

import { mergePatchOf } from './merge-patch-schema.ts'
import type { Node, OpenApi, Operation, RouteFacts } from './openapi.types.ts'
import { schemaRef } from './openapi.types.ts'
import { addHeaders, headers, requestHeaders } from './openapi-headers.ts'
import { addStatuses, errorResponses } from './openapi-statuses.ts'

/** Changes of a versioned resource under a path of their own, and versioned resources without an id. */
const versionedPaths = /\/(reactivate|acknowledge|resolve|tripSettings|odometer|engineHours)$/
/** Versioned resources that callers cannot change. */
const versionedReads = /\/(me|trips\/\{tripId\})$/

export function completeDocument(document: OpenApi): OpenApi {
  const { components, paths } = document
  nameEnvelope(components.schemas)
  Object.assign(components, { headers, parameters: requestHeaders, responses: errorResponses() })
  const versioned = Object.keys(paths).filter((path) => path.includes('{') && 'patch' in paths[path]!)
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const route = operation['x-route'] ?? {}
      const isVersioned = versioned.includes(path) || versionedPaths.test(path) || versionedReads.test(path)
      const createsVersion =
        method === 'post' && versioned.some((other) => other.split('/').at(-2) === path.split('/').at(-1))
      nameResponses(operation, components.schemas)
      addMediaTypes(operation, route)
      addHeaders(operation, { path, method, isVersioned, createsVersion })
      addStatuses(operation, { path, method })
    }
    nameBodies(operations, components.schemas)
    for (const operation of Object.values(operations)) delete operation['x-route']
  }
  return document
}

const envelopeFields = ['success', 'requestId', 'apiUsage', 'apiDailyUsage']

function nameEnvelope(schemas: Record<string, Node>): void {
  const { properties } = schemas.Error as { properties: Record<string, Node> }
  schemas.Envelope = {
    type: 'object',
    title: 'Envelope',
    description: 'Fields of every successful response.',
    required: ['success', 'requestId'],
    properties: {
      ...Object.fromEntries(envelopeFields.map((name) => [name, properties[name]])),
      success: { type: 'boolean', const: true },
    },
  }
  schemas.ErrorCode = { ...properties.code, title: 'ErrorCode' }
  properties.code = schemaRef('ErrorCode')
}

/** A response is the envelope and a resource: as references, so generated types have names. */
function nameResponses(operation: Operation, schemas: Record<string, Node>): void {
  for (const response of Object.values(operation.responses)) {
    const media = response.content?.['application/json']
    const { properties, required = [] } = (media?.schema ?? {}) as {
      properties?: Record<string, Node>
      required?: string[]
    }
    if (!media || !properties || !envelopeFields.slice(0, 2).every((name) => name in properties)) continue
    const own = Object.fromEntries(
      Object.entries(properties).filter(([name]) => !envelopeFields.includes(name)),
    )
    const ownRequired = required.filter((name) => !envelopeFields.includes(name))
    const named = Object.keys(schemas).find((name) => isSame(schemas[name]!, own, ownRequired))
    const rest = named
      ? schemaRef(named)
      : { type: 'object', properties: own, ...(ownRequired.length > 0 && { required: ownRequired }) }
    media.schema =
      Object.keys(own).length === 0 ? schemaRef('Envelope') : { allOf: [schemaRef('Envelope'), rest] }
  }
}

function isSame(schema: Node, properties: Node, required: string[]): boolean {
  return (
    JSON.stringify(schema.properties) === JSON.stringify(properties) &&
    JSON.stringify(schema.required) === JSON.stringify(required)
  )
}

/** Names the bodies after their operations: `DeviceInput` for create and replace, `DevicePatch` for patch. */
function nameBodies(operations: Record<string, Operation>, schemas: Record<string, Node>): void {
  for (const method of ['post', 'put', 'patch']) {
    const operation = operations[method]
    const media = operation?.requestBody?.content['application/json']
    if (!operation || !media) continue
    const isPatch = isPatchBody(media.schema)
    if (isPatch) continue
    const name = keepSchema(schemas, inputNames(operation.operationId), media.schema)
    for (const one of Object.values(operation.requestBody!.content)) one.schema = schemaRef(name)
    if (operation['x-route']?.hasOptionalBody) operation.requestBody!.required = false
  }
  const { patch, put } = operations
  const body = patch?.requestBody
  const generic = body?.content['application/json']?.schema as { anyOf?: Node[] } | undefined
  if (!patch || !body || !generic || !isPatchBody(generic as Node)) return
  const document =
    (patch['x-route']?.patches as Node | undefined) ??
    resolve(schemas, put?.requestBody?.content['application/json']?.schema)
  if (!document) throw new Error(`${patch.operationId} does not declare the document that it changes`)
  schemas.JsonPatch = { title: 'JsonPatch', ...generic.anyOf![0] }
  const merge = schemaRef(
    keepSchema(schemas, [`${patch.operationId.replace(/^(patch|change)/, '')}Patch`], mergePatchOf(document)),
  )
  body.content = {
    'application/merge-patch+json': { schema: merge },
    'application/json-patch+json': { schema: schemaRef('JsonPatch') },
    'application/json': { schema: { oneOf: [merge, schemaRef('JsonPatch')] } },
  }
}

function isPatchBody(schema: Node): boolean {
  return String((schema as { description?: string }).description).startsWith('A JSON Patch array or')
}

function inputNames(operationId: string): string[] {
  const full = operationId[0]!.toUpperCase() + operationId.slice(1)
  return [full.replace(/^(Create|Replace)/, ''), full].map((name) => `${name}Input`)
}

/** Under the first name that is free, or that an equal schema already has. */
function keepSchema(schemas: Record<string, Node>, names: string[], schema: Node): string {
  const isFree = (name: string) =>
    !schemas[name] || JSON.stringify(schemas[name]) === JSON.stringify({ title: name, ...schema })
  const name = names.find(isFree)
  if (!name) throw new Error(`two schemas are named ${names.join()}`)
  schemas[name] = { title: name, ...schema }
  return name
}

function resolve(schemas: Record<string, Node>, schema: Node | undefined): Node | undefined {
  const name = (schema as { $ref?: string } | undefined)?.$ref?.split('/').pop()
  return name ? schemas[name] : schema
}

function addMediaTypes({ responses }: Operation, { mediaTypes = [] }: RouteFacts): void {
  for (const type of mediaTypes) responses[200]!.content![type] = { schema: { type: 'string' } }
}
