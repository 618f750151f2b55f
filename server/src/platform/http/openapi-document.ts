// Completes the OpenAPI document that Fastify derives from the routes: what follows from the rules of every route is
// stated here once, not in each route.

import { mergePatchOf } from './merge-patch-schema.ts'

/** A JSON Schema, or a part of the document. */
export interface Node {
  [name: string]: unknown
}
export interface Operation {
  operationId: string
  summary?: string
  parameters?: Node[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Node }> }
  responses: Record<string, Response>
  security?: object[]
  /** Facts of the route for this file, removed from the document. */
  'x-route'?: RouteFacts
}
interface Response {
  description: string
  headers?: Node
  content?: Record<string, { schema: Node }>
}
export interface RouteFacts {
  access?: string | undefined
  /** The document that a PATCH changes, if it is not the body of the PUT. */
  patches?: object | undefined
  /** Other media types of a successful response. */
  mediaTypes?: readonly string[] | undefined
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Node>; headers?: Node; parameters?: Node; responses?: Node }
}

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })

const text = { type: 'string' }
const headers = {
  ETag: { description: 'The version of the resource, for `If-Match` and `If-None-Match`.', schema: text },
  Location: { description: 'The path of the created resource.', schema: text },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Requests left, and seconds until the limit is refilled: `"token";r=<left>;t=<seconds>`.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limit: `"token";q=<requests>;w=<seconds>`.',
    schema: text,
  },
  'WWW-Authenticate': { description: '`Bearer`, with `error="invalid_token"` (RFC 6750).', schema: text },
  'X-Request-Id': { description: 'Identifies the request in the server log.', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: text,
  },
}

const requestHeaders = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An ETag. The change is made only if it is the current one.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag. If it is the current one, the response is 304 without a body.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Executes the request once, however often it is sent with this key within 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`respond-async`: respond with 202 as soon as the locations are in the durable log.',
    schema: text,
  },
}

const statusTexts: Record<string, string> = {
  400: 'The request is invalid.',
  401: 'The token is missing, invalid or expired.',
  403: 'The caller may not do this.',
  404: 'It does not exist, or not for this caller.',
  409: 'It conflicts with the current state.',
  410: 'The requested events are no longer stored.',
  412: 'The resource has changed since the version in `If-Match`.',
  413: 'The body is too large.',
  422: 'The `Idempotency-Key` was used for a different request.',
  415: 'The body has an unsupported media type.',
  429: 'Too many requests, or the daily quota is used up.',
  500: 'Internal error.',
  503: 'A dependency is unavailable.',
}
const headersOfStatus: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Changes of a versioned resource under a path of their own. */
const versionedActions = /\/(reactivate|acknowledge|resolve)$/
/** They return a versioned resource, but change it whatever its version. */
const unconditionalActions = /\/(verification\/confirm|handOver)$/
const logReaders = new Set(['streamEvents', 'listEvents'])

export function completeDocument(document: OpenApi): OpenApi {
  const { components, paths } = document
  nameEnvelope(components.schemas)
  Object.assign(components, { headers, parameters: requestHeaders, responses: errorResponses() })
  const versioned = Object.keys(paths).filter((path) => path.includes('{') && 'patch' in paths[path]!)
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const route = operation['x-route'] ?? {}
      const isVersioned = versioned.includes(path) || versionedActions.test(path)
      const createsVersion =
        method === 'post' && versioned.some((other) => other.split('/').at(-2) === path.split('/').at(-1))
      nameResponses(operation, components.schemas)
      addMediaTypes(operation, route)
      addHeaders(operation, { path, method, isVersioned, createsVersion })
      addStatuses(operation, { path, method, access: route.access })
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

function addHeaders(
  operation: Operation,
  route: { path: string; method: string; isVersioned: boolean; createsVersion: boolean },
): void {
  const { path, method, isVersioned, createsVersion } = route
  const isApi = path.startsWith('/api/')
  const isWrite = method !== 'get'
  const isLimited = isApi && operation.security?.length !== 0
  const given: (keyof typeof requestHeaders)[] = []
  if (isLimited && method === 'post') given.push('IdempotencyKey')
  if (isVersioned) given.push(isWrite ? 'IfMatch' : 'IfNoneMatch')
  if (operation.operationId === 'readOrReportLocations') given.push('Prefer')
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...given.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
  if (operation.parameters.length === 0) delete operation.parameters

  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue
    const names = [
      'X-Request-Id',
      ...(isLimited ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...((isVersioned && method !== 'delete') ||
      (createsVersion && status === '201') ||
      unconditionalActions.test(path)
        ? ['ETag']
        : []),
      ...(status === '201' ? ['Location'] : []),
      ...(isLimited && method === 'post' ? ['Idempotent-Replayed'] : []),
    ]
    response.headers = Object.fromEntries(names.map((name) => [name, headerRef(name)]))
  }
  if (isVersioned && !isWrite) {
    operation.responses[304] = { description: 'Unchanged: `If-None-Match` is the current ETag.' }
  }
}

/** Replaces the ranges 4XX and 5XX by the statuses that the operation can return. */
function addStatuses(
  operation: Operation,
  { path, method, access }: { path: string; method: string; access: string | undefined },
): void {
  const { responses, requestBody, parameters = [], security, operationId } = operation
  const range = responses['4XX']
  if (!range) return
  const isOpen = security?.length === 0
  const isWrite = method !== 'get'
  const hasInput = requestBody !== undefined || parameters.some((one) => 'in' in one)
  const isSecret = isOpen && path.startsWith('/session')
  const possible: Record<number, boolean> = {
    400: hasInput || isWrite,
    401: !isOpen || isSecret || operationId === 'getToken',
    403: isWrite ? !isOpen || isSecret : access !== undefined && access !== 'any',
    404: path.includes('{'),
    409: isWrite && !isOpen,
    410: logReaders.has(operationId),
    412: parameters.some(({ $ref }) => String($ref).endsWith('/IfMatch')),
    413: requestBody !== undefined,
    415: requestBody !== undefined,
    422: method === 'post' && !isOpen,
    429: true,
    500: true,
    503: true,
  }
  const isUsual = JSON.stringify(range.content).includes('/schemas/Error"')
  for (const [status, isPossible] of Object.entries(possible)) {
    if (!isPossible || responses[status]) continue
    responses[status] = isUsual
      ? ({ $ref: `#/components/responses/${status}` } as unknown as Response)
      : { ...range, description: statusTexts[status]!, ...headersFor(status) }
  }
  delete responses['4XX']
  delete responses['5XX']
}

function headersFor(status: string): { headers?: Node } {
  const names = headersOfStatus[status]
  return names ? { headers: Object.fromEntries(names.map((name) => [name, headerRef(name)])) } : {}
}

function errorResponses(): Node {
  return Object.fromEntries(
    Object.entries(statusTexts).map(([status, description]) => [
      status,
      { description, ...headersFor(status), content: { 'application/json': { schema: schemaRef('Error') } } },
    ]),
  )
}
