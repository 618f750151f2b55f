// The committed OpenAPI description: its operations, and whether a response matches its schema.

import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { Called } from '../world.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, read as it comes.
export type Schema = any

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: Schema
}

export interface Operation {
  id: string
  method: string
  /** With its parameters in braces. */
  path: string
  /** No token is needed. */
  isOpen: boolean
  parameters: Parameter[]
  body: { type: string; schema: Schema } | undefined
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const description: Schema = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))

/** The object itself, or the component that it refers to. */
function resolved(node: Schema): Schema {
  if (!node?.$ref) return node
  const keys = node.$ref.slice('#/'.length).split('/')
  return resolved(keys.reduce((found: Schema, key: string) => found[key], description))
}

export const operations: Operation[] = Object.entries<Schema>(description.paths).flatMap(([path, methods]) =>
  Object.entries<Schema>(methods).map(([method, operation]) => {
    const [type, content] = Object.entries<Schema>(operation.requestBody?.content ?? {})[0] ?? []
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      isOpen: operation.security?.length === 0,
      parameters: (operation.parameters ?? []).map(resolved).filter((one: Schema) => one.in !== 'header'),
      body: type ? { type, schema: resolved(content.schema) } : undefined,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]),
      ),
    }
  }),
)

/** A path can match several operations: /api/users/countries also matches /api/users/{userId}. */
export function methodsAt(path: string): string[] {
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return operations.filter((operation) => fits(operation.path)).map(({ method }) => method)
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajvFormats.default(ajv)
for (const format of ['country', 'time-zone', 'since']) ajv.addFormat(format, true)
ajv.addSchema({ $id: 'openapi', components: description.components })

/** The same schema with references relative to the description as Ajv knows it. */
export function rooted(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'))
}

const jsonType = 'application/json'

const checks = new Map<string, ValidateFunction | undefined>()
function checkOf(operation: Operation, status: number): ValidateFunction | undefined {
  const key = `${operation.id} ${status}`
  if (!checks.has(key)) {
    const response = operation.responses[status]
    const schema = response?.content?.[jsonType]?.schema
    checks.set(key, schema && ajv.compile(rooted(schema)))
  }
  return checks.get(key)
}

/** Differences between a response and its schema; empty if it matches. */
export function faultsOfAnswer(operation: Operation, { status, body, text, headers }: Called): string[] {
  const declared = operation.responses[status]
  // Such as a redirect.
  if (declared && !declared.content && text === '') return []
  const [mediaType = ''] = String(headers['content-type']).split(';')
  // Other content is declared by its media type only; asyncapi.json describes that of streams.
  if (mediaType !== jsonType && declared?.content?.[mediaType]) return []
  const check = checkOf(operation, status)
  if (!check) return [`${status} is not declared`]
  if (mediaType !== jsonType) {
    return [`the answer is ${headers['content-type']}`]
  }
  return check(body)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
